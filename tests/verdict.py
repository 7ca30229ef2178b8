"""How a check of the sources ends: the faults it has found, a line each, and what ./test counts."""


def verdict(looked_at, faults):
    """Prints the faults of so many things that were looked at, and returns the exit code."""
    for fault in faults:
        print("FAILED:", fault)
    print(f"{max(looked_at - len(faults), 0)} passed, {len(faults)} failed")
    return 1 if faults or looked_at == 0 else 0
