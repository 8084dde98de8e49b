/** Bare item types of RFC 9651 that our headers use. */
type BareItem = string | number | boolean | Buffer;

/** A dictionary member: an item or an inner list of strings, with its parameters. */
export interface DictionaryMember {
  value: BareItem | string[];
  parameters: Map<string, BareItem>;
  /** The original text, which a signature covers. */
  text: string;
}

const patterns = {
  key: /[a-z*][a-z0-9_.*-]*/y,
  text: /"((?:[ !#-[\]-~]|\\["\\])*)"/y,
  integer: /-?\d{1,15}(?![\d.])/y,
  bytes: /:([A-Za-z0-9+/]*={0,2}):/y,
  flag: /\?([01])/y,
  comma: /[ \t]*,[ \t]*/y,
  semicolon: /; */y,
  spaces: / +/y,
  equals: /=/y,
  open: /\( */y,
  close: / *\)/y,
} as const;

/** Parses a dictionary structured field (RFC 9651). Returns null for an invalid text or a duplicate key. */
export function parseDictionary(text: string): Map<string, DictionaryMember> | null {
  const reader = new Reader(text.trim());
  const members = new Map<string, DictionaryMember>();
  try {
    do {
      const key = reader.need('key');
      if (members.has(key)) return null;
      members.set(key, reader.member());
    } while (reader.take('comma') !== undefined);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
  return reader.isOver ? members : null;
}

class Unreadable extends Error {}

class Reader {
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get isOver(): boolean {
    return this.#at === this.#text.length;
  }

  /** Consumes a token and returns its content; undefined when another one follows. */
  take(name: keyof typeof patterns): string | undefined {
    const pattern = patterns[name];
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return undefined;
    this.#at = pattern.lastIndex;
    return found[1] ?? found[0];
  }

  need(name: keyof typeof patterns): string {
    const found = this.take(name);
    if (found === undefined) throw new Unreadable();
    return found;
  }

  member(): DictionaryMember {
    const hasValue = this.take('equals') !== undefined;
    const from = this.#at;
    const value = hasValue ? (this.#innerList() ?? this.#bare()) : true;
    const parameters = this.#parameters();
    return { value, parameters, text: this.#text.slice(from, this.#at) };
  }

  /** Inner lists contain strings without parameters, which would change the meaning of a component. */
  #innerList(): string[] | undefined {
    if (this.take('open') === undefined) return undefined;
    const items: string[] = [];
    while (this.take('close') === undefined) {
      if (items.length > 0) this.need('spaces');
      items.push(this.#string());
    }
    return items;
  }

  #parameters(): Map<string, BareItem> {
    const parameters = new Map<string, BareItem>();
    while (this.take('semicolon') !== undefined) {
      const key = this.need('key');
      if (parameters.has(key)) throw new Unreadable();
      parameters.set(key, this.take('equals') === undefined ? true : this.#bare());
    }
    return parameters;
  }

  #bare(): BareItem {
    const number = this.take('integer');
    if (number !== undefined) return Number(number);
    const flag = this.take('flag');
    if (flag !== undefined) return flag === '1';
    const bytes = this.take('bytes');
    return bytes === undefined ? this.#string() : Buffer.from(bytes, 'base64');
  }

  #string(): string {
    return this.need('text').replace(/\\(.)/g, '$1');
  }
}
