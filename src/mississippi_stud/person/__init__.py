"""Persons: guests, accounts, staff and officials; what each may do, what changed it, when and by whom. Pure.

Outside this package a person is an opaque id. What is personal arrives here sealed with the person's own key, which
only the vault of the store has: nothing here can read it (decision 170).
"""
