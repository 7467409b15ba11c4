"""`python -m hanabi_solver`: the command `hanabi-solve`."""

from hanabi_solver.cli.app import main

if __name__ == "__main__":
    main()
