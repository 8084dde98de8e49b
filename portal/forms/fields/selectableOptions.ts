interface SelectOption {
  value: string;
  label?: string;
}

/**
 * The options to show, each with a label: first the selected values that are no longer options, marked, then the
 * options.
 */
export function selectableOptions(
  options: readonly SelectOption[],
  chosen: ReadonlySet<string>,
): { value: string; label: string }[] {
  const optionValues = new Set(options.map(({ value }) => value));
  return [
    ...[...chosen]
      .filter((value) => !optionValues.has(value))
      .map((value) => ({ value, label: `${value} (no longer an option)` })),
    ...options.map(({ value, label = value }) => ({ value, label })),
  ];
}
