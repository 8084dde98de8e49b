interface SelectOption {
  value: string;
  label?: string;
  group?: string;
}

/**
 * The choices after one option is checked or unchecked: an exclusive option clears the others, and any other option
 * clears the exclusive ones.
 */
export function toggledChoices(
  chosen: readonly string[],
  changed: string,
  exclusiveOptions: readonly string[],
): string[] {
  if (chosen.includes(changed)) return chosen.filter((each) => each !== changed);
  if (exclusiveOptions.includes(changed)) return [changed];
  return [...chosen.filter((each) => !exclusiveOptions.includes(each)), changed];
}

/**
 * The options to show, each with a label: first the selected values that are no longer options, marked, then the
 * options.
 */
export function selectableOptions(
  options: readonly SelectOption[],
  chosen: ReadonlySet<string>,
): { value: string; label: string; group?: string }[] {
  const optionValues = new Set(options.map(({ value }) => value));
  return [
    ...[...chosen]
      .filter((value) => !optionValues.has(value))
      .map((value) => ({ value, label: `${value} (no longer an option)` })),
    ...options.map(({ value, label = value, group }) => ({ value, label, ...(group ? { group } : {}) })),
  ];
}
