import { trimText } from '../../typed-values/parsed.ts';
import { isNothing, type ValueKind } from './kind.ts';

/**
 * The texts of a list that pass a filter, in order; empty if the value is no list. `earlier` are the texts accepted so
 * far.
 */
export function textsIn(value: unknown, accept: (text: string, earlier: ReadonlySet<string>) => boolean): string[] {
  if (!Array.isArray(value)) return [];
  const accepted = new Set<string>();
  return value.filter((item: unknown): item is string => {
    if (typeof item !== 'string' || !accept(item, accepted)) return false;
    accepted.add(item);
    return true;
  });
}

/**
 * Any number of options without duplicates. A value of the wrong type is removed; a text that is no option is rejected.
 */
export const choices: ValueKind<'checkboxes' | 'multiple_select'> = {
  holds: 'value',
  scriptType: { list: 'text' },
  isAbsent: isNothing,
  normal: (value, config) => {
    if (!acceptsOwnAnswers(config)) return textsIn(value, (text, earlier) => !earlier.has(text));
    const trimmed = textsIn(value, () => true).map((text) => ownAnswer(text, config.options));
    return [...new Set(trimmed)].filter((text) => text !== '');
  },
  isMissing: (value) => !Array.isArray(value) || value.length === 0,
  formatErrors: (value, config) => {
    const { options, exclusiveOptions } = config;
    const offered = new Set(options.map((option) => option.value));
    const texts = textsIn(value, () => true);
    const others = texts.filter((text) => !offered.has(text));
    if (others.length > 0 && !acceptsOwnAnswers(config))
      return [`Choose from the options: ${others.join(', ')} is not one of them`];
    const exclusive = texts.length > 1 ? texts.find((text) => exclusiveOptions.includes(text)) : undefined;
    return exclusive === undefined ? [] : [`“${labelOf(options, exclusive)}” excludes the other choices`];
  },
};

const acceptsOwnAnswers = (config: object): boolean => 'otherLabel' in config && config.otherLabel !== '';

/** An answer in own words is a line of text: it is trimmed, unless it is an option. */
export const ownAnswer = (text: string, options: readonly { value: string }[]): string =>
  options.some(({ value }) => value === text) ? text : trimText(text);

const labelOf = (options: readonly { value: string; label?: string }[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

/** A list of texts without blank ones, and without duplicates unless they are allowed (spec 5). */
export const tags: ValueKind<'tags_input'> = {
  holds: 'value',
  scriptType: { list: 'text' },
  isAbsent: isNothing,
  normal: (value, { allowDuplicates }) =>
    textsIn(value, (text, earlier) => text.trim() !== '' && (allowDuplicates || !earlier.has(text))),
  isMissing: (value) => !Array.isArray(value) || value.length === 0,
  formatErrors: () => [],
};
