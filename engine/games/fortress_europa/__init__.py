"""Fortress Europa (Compass Games 2019, John Edwards): rules module and house edition."""
