"""Assignment: who can be served by suppliers of limited capacity, such as units by ports.

The sets of customers that can be served together are a matroid, so serving one after the other in order of priority,
and moving those already served to other suppliers where that makes room (an augmenting path), is exact: nobody who has
been served is ever put off, and no other choice serves more, or serves more important ones. A solver of flows would
find the same set; but which supplier serves whom would depend on its version, and that goes into the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def serve(wishes: Sequence[Sequence[int]], capacity: Mapping[int, int]) -> tuple[int, ...]:
    """Supplier of each customer, -1 for those who go without.

    Args:
        wishes: for each customer, in order of priority, the suppliers that can serve it, best first.
        capacity: supplier -> customers that it can serve; a supplier that is not named serves nobody.

    O(customers x wishes) a customer at worst. The result depends on the arguments only.
    """
    served = [-1] * len(wishes)
    serving: dict[int, list[int]] = {supplier: [] for supplier in capacity}

    def make_room(customer: int, tried: dict[int, None]) -> bool:
        for supplier in wishes[customer]:
            if supplier not in capacity or supplier in tried:
                continue
            tried[supplier] = None
            customers = serving[supplier]
            if len(customers) < capacity[supplier]:
                _serve(customer, supplier)
                return True
            for other in customers:
                if make_room(other, tried):
                    customers.remove(other)
                    _serve(customer, supplier)
                    return True
        return False

    def _serve(customer: int, supplier: int) -> None:
        served[customer] = supplier
        serving[supplier].append(customer)

    for customer in range(len(wishes)):
        make_room(customer, {})
    return tuple(served)
