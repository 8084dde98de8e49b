interface Option {
  value: string;
  label?: string;
}

/** What can be chosen, each with a label: the options, and before them what was chosen and is not offered any more. */
export function offered(options: readonly Option[], chosen: ReadonlySet<string>): { value: string; label: string }[] {
  const known = new Set(options.map(({ value }) => value));
  return [
    ...[...chosen].filter((value) => !known.has(value)).map((value) => ({ value, label: `${value} (not offered)` })),
    ...options.map(({ value, label = value }) => ({ value, label })),
  ];
}
