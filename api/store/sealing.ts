import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { isRecord } from '#schemas/forms/is-record.ts';
import { keyFor } from '../secrets/secrets.ts';

const prefix = 'sealed:1:';
const algorithm = 'aes-256-gcm';
const lengths = { nonce: 12, tag: 16 };

let key: Buffer | undefined;
/** How the values that were opened stand in the database. */
const stored = new WeakMap<object, object>();

/** Seals and opens from now on with a key that is made of the product's secret. */
export function sealWith(secretKey: string): void {
  key = keyFor('order passwords', secretKey);
}

/** A value with whatever is sealed in it open; text that only looks sealed stays as it is. */
export function openSealed<T>(value: T): T {
  const open = withTexts(value, openText);
  if (open !== value && isObject(open) && isObject(value)) stored.set(open, value);
  return open;
}

/** A value of a sealed property as the database holds it. */
export function asStored<T extends object>(value: T): T;
export function asStored(value: object): object {
  return stored.get(value) ?? value;
}

/** The text sealed; one that `before` holds already keeps its seal, so that it is no change. */
export function sealer(before: unknown): (text: string) => string {
  const known = new Map(sealedIn(before).map((sealed) => [openText(sealed), sealed]));
  return (text) => (openText(text) === text ? (known.get(text) ?? sealText(text)) : text);
}

/** A value in which nothing that is sealed can be read. */
export const withoutSealed = <T>(value: T): T => withTexts(value, () => '');

/** A whole value sealed, for a property that nobody looks into. */
export const sealWhole = (value: unknown) => ({ sealed: sealText(JSON.stringify(value)) });

/** The value that `sealWhole` was given; anything else is as it was. */
export function openWhole(value: unknown): unknown {
  if (!isRecord(value) || typeof value.sealed !== 'string') return value;
  const text = openText(value.sealed);
  return text === value.sealed ? value : JSON.parse(text);
}

/** A text sealed; `openSealed` gives it back. */
export function sealText(text: string): string {
  if (!key) throw new Error('Nothing is sealed before sealWith has told the secret');
  const nonce = randomBytes(lengths.nonce);
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function openText(text: string): string {
  if (!key || !text.startsWith(prefix)) return text;
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
  if (bytes.length < lengths.nonce + lengths.tag) return text;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, lengths.nonce));
  decipher.setAuthTag(bytes.subarray(lengths.nonce, lengths.nonce + lengths.tag));
  try {
    const open = decipher.update(bytes.subarray(lengths.nonce + lengths.tag));
    return Buffer.concat([open, decipher.final()]).toString('utf8');
  } catch {
    // Written by a person, or sealed under another secret: what can not be opened is left as it is.
    return text;
  }
}

function sealedIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith(prefix) ? [value] : [];
  return isObject(value) ? Object.values(value).flatMap(sealedIn) : [];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The same value, itself where nothing in it begins as a sealed text does. */
function withTexts<T>(value: T, change: (text: string) => string): T;
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value.startsWith(prefix) ? change(value) : value;
  if (Array.isArray(value)) return sealedIn(value).length > 0 ? value.map((each) => withTexts(each, change)) : value;
  if (!isRecord(value) || sealedIn(value).length === 0) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, change)]));
}
