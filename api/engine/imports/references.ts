import type { Import } from '#schemas/generated/types.ts';
import type { ImportField } from '#schemas/resource/imports.ts';
import { pluralOf } from '#schemas/resource/resource.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { conditionOf } from '../access/ability.ts';
import type { Viewer } from '../access/viewer.ts';
import { isResourceName, type ResourceName, resource } from '../store/model.ts';
import { type Filter, storeOf } from '../store/store.ts';
import type { ReadRow } from './importable.ts';

/** Properties by which a file can refer to a record, besides its id; the first one that matches counts. */
const identifiers = ['externalId', 'email', 'slug', 'key', 'refCode', 'name', 'shortName'];

/** What a text in a file refers to. */
export type Resolution =
  | { status: 'found'; id: string }
  | { status: 'none' }
  | { status: 'unknown' | 'ambiguous'; message: string };

const identifiersOf = (type: ResourceName): string[] =>
  identifiers.filter((name) => resource(type).fields.some((field) => field.name === name));

const hex = new RegExp(idPattern);

/** Maximum number of texts per type that a run remembers. */
const maxCached = 10_000;

/** Maximum number of stored records whose texts are compared in any case. */
const maxCompared = 50_000;

/**
 * Resolves the references in a file to ids: by id, external id, e-mail address, code, name or short name, among the
 * records that the viewer may read; without an exact match in any case, if only one record matches so. Names that the
 * user has mapped by hand come first.
 */
export class ReferenceResolver {
  readonly #viewer: Viewer;
  readonly #mapped: Map<string, string | null>;
  readonly #conditions: ReadonlyMap<string, Filter>;
  /** Texts that no record has in any case. */
  readonly #unmatched = new Set<string>();
  readonly #known = new Map<string, Map<string, Resolution>>();

  /** `conditions` limit the records of a type. */
  constructor(viewer: Viewer, names: Import['names'], conditions: ReadonlyMap<string, Filter> = new Map()) {
    this.#viewer = viewer;
    this.#conditions = conditions;
    this.#mapped = new Map(names.map(({ type, text, record }) => [`${type} ${text}`, record]));
  }

  /** Looks up the texts of a batch, one query per type. */
  async load(texts: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    for (const [type, all] of texts) {
      const known = this.#known.get(type) ?? new Map<string, Resolution>();
      if (known.size > maxCached) known.clear();
      this.#known.set(type, known);
      const missing = [...all].filter((text) => !known.has(text));
      for (const [text, resolution] of await this.#lookUp(type, missing)) known.set(text, resolution);
    }
  }

  /** What a loaded text refers to. */
  resolve(type: string, text: string): Resolution {
    const unknown = { status: 'unknown' as const, message: `No ${type} is named ${text.slice(0, 100)}` };
    return this.#known.get(type)?.get(text) ?? unknown;
  }

  async #lookUp(type: string, texts: string[]): Promise<[string, Resolution][]> {
    const chosen = texts.map((text) => this.#mapped.get(`${type} ${text}`) ?? text);
    const exact = await this.#candidates(type, chosen);
    const others = chosen.filter((text) => !exact(text) && !this.#unmatched.has(`${type} ${text}`));
    const similar = await this.#similar(type, others);
    const found = (text: string) => exact(text) ?? similar(text);
    return texts.flatMap((text, index): [string, Resolution][] => {
      if (this.#mapped.get(`${type} ${text}`) === null) return [[text, { status: 'none' }]];
      const resolution = found(chosen[index] ?? text);
      return resolution ? [[text, resolution]] : [];
    });
  }

  /**
   * Returns a function that resolves one of the texts in any case. No index helps, so a text that no record has is
   * searched once, and only among as many records as one read may compare.
   */
  async #similar(type: string, texts: string[]): Promise<(text: string) => Resolution | undefined> {
    if (!isResourceName(type) || texts.length === 0 || identifiersOf(type).length === 0) return () => undefined;
    if ((await storeOf(type).count({}, maxCompared + 1)) > maxCompared) return () => undefined;
    const anyOf = identifiersOf(type).map((name) => ({ [name]: { $in: texts } }));
    const named = await storeOf(type).find({ filter: { $or: anyOf }, only: ['revision'], ignoresCase: true });
    const similar = await this.#candidates(type, texts, { _id: { $in: named.map(({ id }) => id) } });
    if (this.#unmatched.size > maxCached) this.#unmatched.clear();
    for (const text of texts) if (!similar(text)) this.#unmatched.add(`${type} ${text}`);
    return similar;
  }

  /** Returns a function that resolves one of the texts, in any case among the records of a filter. */
  async #candidates(
    type: string,
    texts: string[],
    similar?: Filter,
  ): Promise<(text: string) => Resolution | undefined> {
    const readable = isResourceName(type) ? conditionOf(this.#viewer.ability, 'read', type) : null;
    if (!isResourceName(type) || !readable || texts.length === 0) return () => undefined;
    const properties = identifiersOf(type);
    const spellings = [...new Set(texts.flatMap((text) => [text, text.toLowerCase()]))];
    const ids = texts.filter((text) => hex.test(text));
    const anyOf = [{ _id: { $in: ids } }, ...properties.map((name) => ({ [name]: { $in: spellings } }))];
    const filter = { $and: [readable, this.#conditions.get(type) ?? {}, similar ?? { $or: anyOf }] };
    const records = await storeOf(type).find({ filter, only: properties });
    const byText = new Map<string, Set<string>>();
    const textOf = (property: string, text: string) => `${property} ${similar ? text.toLowerCase() : text}`;
    for (const record of records)
      for (const property of ['id', ...properties]) {
        const value: unknown = Reflect.get(record, property);
        if (typeof value !== 'string') continue;
        const text = textOf(property, value);
        byText.set(text, (byText.get(text) ?? new Set()).add(record.id));
      }
    return (text) => {
      for (const property of ['id', ...properties]) {
        const spelled = property === 'email' || property === 'slug' ? text.toLowerCase() : text;
        const [id, ...others] = byText.get(textOf(property, spelled)) ?? [];
        if (id === undefined) continue;
        if (others.length === 0) return { status: 'found', id };
        const several = `${others.length + 1} ${pluralOf(type)} are named ${text.slice(0, 100)}`;
        return { status: 'ambiguous', message: `${several}; write the id or external id of the right one` };
      }
      return undefined;
    };
  }
}

/** The resource that the values of a field refer to. */
export function referredType(field: ImportField | undefined): string | undefined {
  if (!field) return undefined;
  return field.kind === 'list' ? field.property.items?.['x-ref'] : field.property['x-ref'];
}

/** The texts of references in rows, by the type that they refer to. */
export function referredTexts(
  rows: readonly ReadRow[],
  fields: ReadonlyMap<string, ImportField>,
): Map<string, Set<string>> {
  const texts = new Map<string, Set<string>>();
  for (const { values } of rows)
    for (const [name, value] of Object.entries(values)) {
      const type = referredType(fields.get(name));
      if (type === undefined) continue;
      const known = texts.get(type) ?? new Set();
      for (const text of [value].flat()) known.add(String(text));
      texts.set(type, known);
    }
  return texts;
}
