import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { isRecord } from '#schemas/forms/is-record.ts';
import { deriveKey, keyFingerprint } from '../../platform/secrets/secrets.ts';

/** Start of every sealed text. `sealed:2:` is followed by the id of its key; earlier versions wrote `sealed:1:` without one. */
export const sealedPrefix = 'sealed:';
const unnamed = 'sealed:1:';
const algorithm = 'aes-256-gcm';
const lengths = { nonce: 12, tag: 16 };

/** A key with the prefix of the texts that it has sealed. */
interface SealingKey {
  key: Buffer;
  prefix: string;
}

/** The current key first. */
let keys: SealingKey[] = [];
/** Stored (encrypted) form of each opened value. */
const stored = new WeakMap<object, object>();

/** Sets the encryption keys, derived from the product's secret keys. The first one seals, all open. */
export function setSealingKeys(secretKeys: readonly string[]): void {
  keys = secretKeys.map((secretKey) => ({
    key: deriveKey('order passwords', secretKey),
    prefix: `sealed:2:${keyFingerprint(secretKey).slice(0, 8)}:`,
  }));
}

/**
 * Decrypts all sealed texts in a value (field-level encryption with AES-256-GCM). Text that only looks sealed is
 * returned as it is.
 */
export function openSealed<T>(value: T): T {
  const open = withTexts(value, openText);
  if (open !== value && isObject(open) && isObject(value)) stored.set(open, resealed(value));
  return open;
}

/**
 * The stored form of an opened value, so that an unchanged value keeps its ciphertext. Texts under an earlier key are
 * sealed again with the current one, so that a write that read before a key rotation cannot undo it.
 */
export function sealedForm<T extends object>(value: T): T;
export function sealedForm(value: object): object {
  return stored.get(value) ?? value;
}

/**
 * Returns a function that seals a text. A text that `before` already contains keeps its ciphertext, so that it does not
 * count as a change.
 */
export function sealPreserving(before: unknown): (text: string) => string {
  const known = new Map(sealedIn(before).map((sealed) => [openText(sealed), sealed]));
  return (text) => (openText(text) === text ? (known.get(text) ?? sealText(text)) : text);
}

/** A copy of a value with every sealed text replaced by an empty string. */
export const redactSealed = <T>(value: T): T => withTexts(value, () => '');

/** Encrypts a whole value as JSON, for a property that is never queried by its content. */
export const sealWhole = (value: unknown) => ({ sealed: sealText(JSON.stringify(value)) });

/** Decrypts what `sealWhole` returned. Any other value is returned as it is. */
export function openWhole(value: unknown): unknown {
  if (!isRecord(value) || typeof value.sealed !== 'string') return value;
  const text = openText(value.sealed);
  return text === value.sealed ? value : JSON.parse(text);
}

/**
 * Seals all texts in a value that an earlier key has sealed with the current one. It is deterministic: equal ciphertexts
 * stay equal, so that versions of an order still have equal passwords where nobody changed one.
 */
export const resealed = <T>(value: T): T => withTexts(value, resealText);

/** Counts the sealed texts in a value that no key opens. */
export const unreadableTexts = (value: unknown): number =>
  sealedIn(value).filter((text) => openText(text) === text).length;

function resealText(text: string): string {
  const [current] = keys;
  if (!current || text.startsWith(current.prefix)) return text;
  const open = openText(text);
  if (open === text) return text;
  // No nonce is used for two texts, because it is derived from the whole ciphertext.
  const nonce = createHmac('sha256', current.key).update(text).digest().subarray(0, lengths.nonce);
  return encrypt(open, current, nonce);
}

/** Encrypts a text. Throws before `setSealingKeys` has set the key. */
export function sealText(text: string): string {
  const [current] = keys;
  if (!current) throw new Error('setSealingKeys must be called before anything is sealed');
  return encrypt(text, current, randomBytes(lengths.nonce));
}

function encrypt(text: string, { key, prefix }: SealingKey, nonce: Buffer): string {
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return prefix + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a text with the key that it names. Returns any text that no key opens as it is. */
function openText(text: string): string {
  for (const { key, prefix } of keys) {
    const start = text.startsWith(prefix) ? prefix : text.startsWith(unnamed) ? unnamed : undefined;
    const open = start === undefined ? undefined : decrypt(text.slice(start.length), key);
    if (open !== undefined) return open;
  }
  return text;
}

function decrypt(text: string, key: Buffer): string | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < lengths.nonce + lengths.tag) return undefined;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, lengths.nonce));
  decipher.setAuthTag(bytes.subarray(lengths.nonce, lengths.nonce + lengths.tag));
  try {
    const open = decipher.update(bytes.subarray(lengths.nonce + lengths.tag));
    return Buffer.concat([open, decipher.final()]).toString('utf8');
  } catch {
    // Either a user typed this text, or it was sealed with another secret key.
    return undefined;
  }
}

function sealedIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith(sealedPrefix) ? [value] : [];
  return isObject(value) ? Object.values(value).flatMap(sealedIn) : [];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Maps the sealed texts in a value. Returns the same object when none changes. */
function withTexts<T>(value: T, change: (text: string) => string): T;
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return value.startsWith(sealedPrefix) ? change(value) : value;
  if (Array.isArray(value)) {
    const mapped = value.map((each) => withTexts(each, change));
    return mapped.some((each, index) => each !== value[index]) ? mapped : value;
  }
  if (!isRecord(value) || sealedIn(value).length === 0) return value;
  const mapped = Object.entries(value).map(([name, each]) => [name, withTexts(each, change)] as const);
  return mapped.some(([name, each]) => each !== value[name]) ? Object.fromEntries(mapped) : value;
}
