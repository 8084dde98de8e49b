import type { LoadedOptions, SourceOption, ValidWidget } from './form.ts';

/** The source of a widget's options; '' if it has its own. */
export const optionsFromOf = ({ config }: ValidWidget): string => ('optionsFrom' in config ? config.optionsFrom : '');

/** The widget with other options, so that its answer can be shown by their labels. */
export const labelledWith = <W extends ValidWidget>(widget: W, options: readonly SourceOption[]): W => ({
  ...widget,
  config: { ...widget.config, options },
});

interface ChoiceConfig {
  options: readonly { value: string; label?: string }[];
  optionsFrom: string;
}

/**
 * The config of a widget with the options that it accepts for this value: those of its source if it has one, without
 * withheld ones. A source that is not loaded, or not completely, accepts any value.
 */
export function withAcceptedOptions<C extends object>(
  config: C,
  value: unknown,
  { sources, withheld }: { sources: LoadedOptions | undefined; withheld: ReadonlySet<string> | undefined },
): C {
  if (!hasChoices(config)) return config;
  const { options, optionsFrom } = config;
  if (optionsFrom !== '') {
    const source = sources?.[optionsFrom];
    if (source?.isComplete) return { ...config, options: source.options };
    const chosen: unknown[] = Array.isArray(value) ? value : [value];
    const unknown = chosen.filter((each) => typeof each === 'string').map((each) => ({ value: each }));
    return { ...config, options: [...(source?.options ?? []), ...unknown] };
  }
  return withheld?.size ? { ...config, options: options.filter((option) => !withheld.has(option.value)) } : config;
}

const hasChoices = (config: object): config is ChoiceConfig => 'optionsFrom' in config;
