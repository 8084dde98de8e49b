import type { LoadedOptions } from './form.ts';

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
