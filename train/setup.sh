# What train/net and train/policy share: the program that plays, $LESSONS, and the Python that learns, $python. Sourced, with $root set to the checkout.

LESSONS=${LESSONS:-$root/build/lessons}
export LESSONS
python=${PYTHON:-python3}
# Both are looked for at once, because the games that are played first take hours.
[ -x "$LESSONS" ] || { echo "$0: there is no $LESSONS; ./test build makes build/lessons" >&2; exit 1; }
"$python" -c 'import torch' 2>/dev/null || { echo "$0: $python has no PyTorch (Debian: python3-torch); PYTHON names one that has" >&2; exit 1; }
