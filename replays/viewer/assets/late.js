/** What the first picture does without: lists, most panels, the report, the table. A page holds these modules as a text that the
 * browser reads when `late` is called first; see page.py. */
import { CombatList, combatCard } from "./combats.js";
import { linesPanel, lockbar } from "./lines.js";
import { boardPanel, hexPanel, unitPanel } from "./places.js";
import { Plots } from "./plots.js";
import { ReportPage } from "./report.js";
import { printed } from "./still.js";
import { Strips, overCombats, overSupply } from "./strips.js";
import { SupplyList } from "./supply.js";
import { Table } from "./tabletop.js";
import { Timeline } from "./timeline.js";

const PARTS = { CombatList, combatCard, linesPanel, lockbar, boardPanel, hexPanel, unitPanel, Plots, ReportPage, printed, Strips, overCombats, overSupply, SupplyList, Table, Timeline };

export const late = () => PARTS;
