#!/usr/bin/env bash
# The hook for pre-commit (docs/recipes.md): counts each file with the options before it, which are written as --name=value.
# PARAMSCOPE names another program than the one of the npm package.
read -ra program <<< "${PARAMSCOPE:-npx --yes paramscope@0.1.0}"
options=(--depth=1)
status=0
for word; do
  case $word in
    --*) options+=("$word") ;;
    *) "${program[@]}" "${options[@]}" -- "$word" || status=1 ;;
  esac
done
exit "$status"
