"""What the browser is spared: a step lays the page out once, rows of the timeline are used again, and the first picture
waits for nothing that it does not show."""

from __future__ import annotations

from random import Random

STEPS = 20

AT_FIRST = """() => {
  const mark = performance.mark.bind(performance);
  performance.mark = (name) => {
    const map = document.getElementById("map");
    const ink = new Set(new Uint32Array(map.getContext("2d").getImageData(0, 0, map.width, map.height).data.buffer));
    window.first = {
      name,
      late: document.getElementById("late")?.type ?? "",
      colours: ink.size,
      panel: document.getElementById("panel").textContent.length,
      rows: document.querySelectorAll("#list li").length,
    };
    return mark(name);
  };
}"""
GO = """(line) => {
  for (const seq of line) {
    desk.go(seq);
    document.body.offsetHeight;
  }
}"""
MOVED = """() => {
  const { map } = desk;
  const put = [];
  const draw = map.ctx.drawImage.bind(map.ctx);
  map.ctx.drawImage = (picture, ...at) => {
    if (picture === map.land) put.push(at);
    draw(picture, ...at);
  };
  for (const by of [3.3, 7.7, 11.1]) {
    map.pan(by, by / 2);
    map.paint();
  }
  delete map.ctx.drawImage;
  return put;
}"""
"""Where the land is put while the map is moved by parts of a pixel: left, top, width, height."""
FRESH = """() => [...document.querySelectorAll("#list .row")].map((row) => {
  const fresh = desk.timeline._row(Number(row.dataset.seq))[0];
  return [row.outerHTML, fresh.outerHTML];
})"""


def test_a_step_asks_the_browser_once_to_lay_the_page_out(desk):
    page = desk("caen", "#0")
    asked = page.page.context.new_cdp_session(page.page)
    asked.send("Performance.enable")

    def layouts() -> float:
        found = asked.send("Performance.getMetrics")["metrics"]
        return next(one["value"] for one in found if one["name"] == "LayoutCount")

    before = layouts()
    page.js(GO, Random("steps").sample(page.line, STEPS))
    assert STEPS <= layouts() - before <= 1.5 * STEPS
    asked.detach()


def test_rows_that_are_used_again_say_what_new_ones_would(desk):
    for name in ("caen", "bulge"):
        page = desk(name, "#0")
        seen = set()
        for seq in Random(f"rows of {name}").sample(page.line, STEPS):
            page.js("(seq) => desk.go(seq)", seq)
            rows = page.js(FRESH)
            seen.update(row for row, _ in rows)
            assert [row for row, fresh in rows if row != fresh] == []
        assert len(seen) > STEPS and any(" combat" in row for row in seen) and any("came" in row for row in seen)


def test_the_folded_box_of_a_note_serves_every_moment_until_it_is_opened(desk):
    page = desk("caen", "#12")
    page.js("() => { window.box = document.getElementById('note-box'); desk.go(30); }")
    assert page.js("document.getElementById('note-box') === window.box")
    assert page.text("#note-box summary") == "Comment on #30"
    page.page.click("#note-box summary")
    page.page.wait_for_selector("#note-text")
    page.js("desk.go(12)")
    assert page.text("#note-box summary") == "Comment on #12"
    assert page.js("document.getElementById('note-box') !== window.box && !document.getElementById('note-text')")


def test_the_map_moves_by_whole_pixels_so_that_its_land_is_not_drawn_anew(desk):
    page = desk("caen", "#12")
    page.page.wait_for_timeout(300)  # until the land was drawn for the view
    whole = page.js(MOVED)
    assert len(whole) == len(set(map(tuple, whole))) > 1
    assert all(float(part).is_integer() for place in whole for part in place)


def test_a_map_that_grows_is_paper_until_it_is_drawn(desk):
    page = desk("caen", "#12")
    seen = page.js("""() => {
      const { map } = desk;
      map.canvas.width = 10;
      map.resize();
      return [...map.ctx.getImageData(9, 9, 1, 1).data].slice(0, 3);
    }""")
    paper = page.js("desk.game.data.draw.themes[desk.map.theme].paper")
    assert "#" + bytes(seen).hex() == paper


def test_the_first_picture_has_map_and_panel_and_waits_for_no_list_and_no_other_part_of_the_script(tabs, pages):
    context = tabs.browser.new_context(viewport={"width": 1280, "height": 720})
    tab = context.new_page()
    tab.add_init_script(f"({AT_FIRST})()")
    tab.goto(pages("caen").as_uri())
    tab.wait_for_function("() => window.desk !== undefined")
    first = tab.evaluate("window.first")
    assert first["name"] == "hexledger-first-picture"
    assert first["colours"] > 100 and first["panel"] > 40
    assert first["late"] == "text/plain" and first["rows"] == 0
    assert tab.evaluate("document.querySelectorAll('#list li').length") > 0
    assert tab.evaluate("document.getElementById('late')") is None
    context.close()
