import { isRecord } from '../../forms/is-record.ts';
import { numberOf } from '../../forms/kinds/number.ts';
import { pointerOf } from '../../forms/pointer.ts';
import type { JsonMap } from '../../generated/types.ts';
import type { Fault } from './form-faults.ts';

/** A part of another format that is read property by property: what nobody has read is known at the end. */
export interface Source {
  readonly path: string;
  take: (key: string) => unknown;
  /** '' where it says none. */
  text: (key: string, most?: number) => string;
  flag: (key: string) => boolean;
  number: (key: string) => number | undefined;
  list: (key: string) => unknown[];
  /** Says that something of it does not come over. */
  leave: (key: string, why: string) => void;
  /** Says so of all that nobody has read. */
  leaveRest: (why: (key: string) => string) => void;
}

export function readSource(raw: JsonMap, path: string, left: Fault[]): Source {
  const unread = new Set(Object.keys(raw));
  const leave = (key: string, why: string) => {
    unread.delete(key);
    left.push({ path: path + (key === '' ? '' : pointerOf([key])), message: why });
  };
  const take = (key: string) => {
    unread.delete(key);
    return Object.hasOwn(raw, key) ? raw[key] : undefined;
  };
  const misfit = (key: string, value: unknown, words: string) => {
    if (!isEmpty(value)) leave(key, `${key} is not ${words}`);
  };
  return {
    path,
    take,
    leave,
    text: (key, most = 500) => {
      const value = take(key);
      const text =
        typeof value === 'number'
          ? String(value)
          : oneLanguage(value, () => leave(key, `Only one language of ${key} comes over`));
      if (typeof text === 'string')
        return cut(text, most, () => leave(key, `Only the first ${most} characters come over`));
      misfit(key, value, 'a text');
      return '';
    },
    flag: (key) => {
      const value = take(key);
      if (typeof value !== 'boolean') misfit(key, value, 'true or false');
      return value === true;
    },
    number: (key) => {
      const value = take(key);
      const number = numberOf(value);
      if (number === undefined) misfit(key, value, 'a number');
      return number;
    },
    list: (key) => {
      const value = take(key);
      if (Array.isArray(value)) return value;
      misfit(key, value, 'a list');
      return [];
    },
    leaveRest: (why) => {
      for (const key of [...unread]) if (!isEmpty(raw[key])) leave(key, why(key));
    },
  };
}

/** A text that is said in several languages is an object of them. */
function oneLanguage(value: unknown, tell: () => void): unknown {
  if (!isRecord(value)) return value;
  const texts = Object.values(value).filter((each) => typeof each === 'string');
  if (texts.length > 1) tell();
  return typeof value.default === 'string' ? value.default : texts[0];
}

/** Whether a value says nothing: formats write out what is not set. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** The first characters of a text, as a person counts them. */
export function cut(text: string, most: number, tell: () => void): string {
  if (text.length <= most) return text;
  const letters = [...text];
  if (letters.length <= most) return text;
  tell();
  return letters.slice(0, most).join('');
}
