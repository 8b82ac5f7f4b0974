#!/bin/bash
# Text, JSON and TOON of each command that only reads: the same names, figures, notes and next calls.
cd "$(dirname "$0")" || exit 2
exec node answer_forms.mjs "$build/fovea"
