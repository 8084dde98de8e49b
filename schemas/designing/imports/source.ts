import { isRecord } from '../../forms/is-record.ts';
import { toNumber } from '../../forms/kinds/number.ts';
import { pointerOf } from '../../forms/pointer.ts';
import type { JsonMap } from '../../generated/types.ts';
import type { ImportError } from './open-imported-form.ts';

/** Reads an object of another format property by property, and records which properties have not been read. */
export interface Source {
  readonly path: string;
  take: (key: string) => unknown;
  /** Reads a text; '' if there is none. */
  text: (key: string, maxLength?: number) => string;
  /** Reads a text that people see, and reports values that it inserts, such as {name}. */
  words: (key: string, maxLength?: number) => string;
  flag: (key: string) => boolean;
  number: (key: string) => number | undefined;
  list: (key: string) => unknown[];
  /** Reports that a property is not imported. */
  leave: (key: string, why: string) => void;
  /** Records that a property changes neither questions, answers nor validity, for the summary of such properties. */
  summarize: (key: string) => void;
  /** Reports all unread properties that are set. */
  reportUnread: (of: UnreadProperties) => void;
}

/** How the unread properties of an object are reported. */
interface UnreadProperties {
  readonly reasonOf: (key: string) => string;
  /** Whether a property changes neither questions, answers nor validity. */
  readonly isWithoutEffect?: (key: string) => boolean;
  /** Whether a property is on by default, so that false sets it. */
  readonly isOnByDefault?: (key: string) => boolean;
}

/** The lists of an import that its sources report to. */
interface ImportReports {
  readonly notImported: ImportError[];
  /** The paths of the properties that change neither questions, answers nor validity. */
  readonly withoutEffect: string[];
}

/** Opens a JSON object for reading; problems are reported with `path` as their base. */
export function readSource(raw: JsonMap, path: string, { notImported, withoutEffect }: ImportReports): Source {
  const unread = new Set(Object.keys(raw));
  const summarize = (key: string) => {
    unread.delete(key);
    withoutEffect.push(path + pointerOf([key]));
  };
  const leave = (key: string, why: string) => {
    unread.delete(key);
    notImported.push({ path: path + (key === '' ? '' : pointerOf([key])), message: why });
  };
  const take = (key: string) => {
    unread.delete(key);
    return Object.hasOwn(raw, key) ? raw[key] : undefined;
  };
  const reportWrongType = (key: string, value: unknown, words: string) => {
    if (!isUnset(value)) leave(key, `${key} isn't ${words}`);
  };
  const readText = (key: string, maxLength = 500) => {
    const value = take(key);
    const text =
      typeof value === 'number'
        ? String(value)
        : oneLanguage(value, () => leave(key, `Only one language of ${key} is imported`));
    if (typeof text === 'string')
      return truncateText(text, maxLength, () => leave(key, `Only the first ${maxLength} characters are imported`));
    reportWrongType(key, value, 'a text');
    return '';
  };
  return {
    path,
    take,
    leave,
    summarize,
    text: readText,
    words: (key, maxLength) => {
      const text = readText(key, maxLength);
      const [inserted] = /\{\{?[^{}]{1,100}\}/.exec(text) ?? [];
      if (inserted !== undefined) leave(key, `The text inserts a value, ${inserted}, which is shown as written here`);
      return text;
    },
    flag: (key) => {
      const value = take(key);
      if (typeof value !== 'boolean') reportWrongType(key, value, 'true or false');
      return value === true;
    },
    number: (key) => {
      const value = take(key);
      const number = toNumber(value);
      if (number === undefined) reportWrongType(key, value, 'a number');
      return number;
    },
    list: (key) => {
      const value = take(key);
      if (Array.isArray(value)) return value;
      reportWrongType(key, value, 'a list');
      return [];
    },
    reportUnread: ({ reasonOf, isWithoutEffect = never, isOnByDefault = never }) => {
      const isSet = (key: string) => (raw[key] === false ? isOnByDefault(key) : !isUnset(raw[key]));
      for (const key of [...unread].filter(isSet))
        if (isWithoutEffect(key)) summarize(key);
        else leave(key, reasonOf(key));
    },
  };
}

const never = () => false;

/** A localized text is an object with a text per language; only one is imported. */
function oneLanguage(value: unknown, report: () => void): unknown {
  if (!isRecord(value)) return value;
  const texts = Object.values(value).filter((each) => typeof each === 'string');
  if (texts.length > 1) report();
  return typeof value.default === 'string' ? value.default : texts[0];
}

/** Whether a value is empty: formats write out properties that are not set. */
export function isUnset(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isUnset);
}

/** Truncates a text to a number of characters (code points). */
export function truncateText(text: string, maxLength: number, report: () => void): string {
  if (text.length <= maxLength) return text;
  const letters = [...text];
  if (letters.length <= maxLength) return text;
  report();
  return letters.slice(0, maxLength).join('');
}
