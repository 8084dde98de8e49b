import type { FastifyBaseLogger } from 'fastify';
import { mongo } from 'mongoose';
import { diff } from '#schemas/changes/diff.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { Import, ImportChange, Records } from '#schemas/generated/types.ts';
import { type ImportField, importFields, importKeys } from '#schemas/resource/imports.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { conditionOf } from '../access/ability.ts';
import type { Viewer } from '../access/viewer.ts';
import { recordName } from '../bulk/bulk-actions.ts';
import type { CustomOperations } from '../resource/records/calls.ts';
import { collectionOperations } from '../resource/records/records.ts';
import { asBody, schemaParser, withDefaults } from '../resource/routes/routes.ts';
import type { DuplicateSearch, ImportPlace, ResourceHooks } from '../resource/rules/declaration.ts';
import { toResponse } from '../resource/rules/serializer.ts';
import { createBody, updateBody } from '../resource/schemas/body-schema.ts';
import { type ResourceName, resource } from '../store/model.ts';
import { assertInsertable, storeOf } from '../store/store.ts';
import { batchWrites, isDryRun } from '../store/transaction.ts';
import { type ImportOperations, undoChange, writes, writtenRecords } from './import-upkeep.ts';
import {
  type FaultyFields,
  faultsOf,
  type Importable,
  type ImportRun,
  isSameField,
  keyOf,
  matchedIn,
  mergedWith,
  type ReadRow,
  type ResolvedRows,
  type RowFault,
  type RowOutcome,
  RowRejected,
  setAt,
  setInList,
  shownValue,
  type UnknownName,
} from './importable.ts';
import { ReferenceResolver, referredTexts, referredType } from './references.ts';

// The generated imports: files that create records of a resource, or update those with the same key, with the checks,
// hooks, versions and audit entries of single saves.

interface ImportedResource<Name extends ResourceName> {
  name: Name;
  declaration: ResourceHooks<Records[Name]> | undefined;
  own: CustomOperations<Records[Name]> | undefined;
  log: FastifyBaseLogger;
}

/** The import of a resource, generated from its schema. */
export function recordImports<Name extends ResourceName>(imported: ImportedResource<Name>): Importable {
  const { name, declaration = {}, own, log } = imported;
  const keys = importKeys(resource(name));
  const { importPlace } = declaration;
  const fields = [...importFields(resource(name)), ...(importPlace ? [importPlace.field] : [])];
  const operations = (viewer: Viewer): ImportOperations<Records[Name]> =>
    own ? own.calls(viewer, log) : collectionOperations({ name, declaration, viewer });
  const parse = { create: schemaParser(createBody(resource(name))), update: schemaParser(updateBody(resource(name))) };
  return {
    fields: () => fields,
    keys,
    totals: { nameFields: keys.filter((key) => key !== 'id'), amounts: [] },
    saved: {
      mayImport: ({ ability }) => conditionOf(ability, 'create', name) !== null,
      undo: (change, viewer) => undoChange({ name, operations: operations(viewer) }, change),
    },
    begin: (file, viewer) => {
      const duplicates = declaration.duplicateSearch?.(viewer);
      return new Run({ name, fields, file, viewer, operations: operations(viewer), parse, duplicates, importPlace });
    },
  };
}

interface RunContext<Name extends ResourceName> {
  name: Name;
  fields: ImportField[];
  file: Import;
  viewer: Viewer;
  operations: ImportOperations<Records[Name]>;
  parse: Record<'create' | 'update', (value: unknown) => unknown>;
  duplicates: DuplicateSearch<Records[Name]> | undefined;
  importPlace: ImportPlace<Records[Name]> | undefined;
}

/** What a row is going to do. */
type Plan<T> = { line: number } & (
  | { action: 'skip' }
  | { action: 'none'; current: T }
  | { action: 'create'; body: Partial<T>; place: string | undefined }
  | { action: 'update'; current: T; body: Partial<T> }
);

/** Rows that are stored at once. */
interface Batch<T> {
  plans: Plan<T>[];
  isSeparate: boolean;
  /** The records that the rows match, also those of faulty rows. */
  matched: { line: number; record: T }[];
}

interface SavedRow {
  outcome: RowOutcome;
  change?: Partial<ImportChange>;
}

const hex = new RegExp(idPattern);

class Run<Name extends ResourceName> implements ImportRun {
  readonly #context: RunContext<Name>;
  readonly #references: ReferenceResolver;
  readonly #fields: Map<string, ImportField>;
  /** The line of each key in the file, so that no two rows write the same record. */
  readonly #lines = new Map<string, number>();
  /** The operations that create records below another one, by its id. */
  readonly #below = new Map<string, Pick<ImportOperations<Records[Name]>, 'create'>>();
  #rows = 0;
  /** How many of the matched records an earlier import wrote, and how many it created, by import. */
  readonly #earlier = { written: new Map<string, number>(), created: new Map<string, number>() };

  constructor(context: RunContext<Name>) {
    this.#context = context;
    const { field, condition = {} } = context.importPlace ?? {};
    const conditions = new Map([[referredType(field) ?? '', condition]]);
    this.#references = new ReferenceResolver(context.viewer, context.file.names, conditions);
    this.#fields = new Map(context.fields.map((field) => [field.name, field]));
  }

  async resolve(rows: ReadRow[], faulty: FaultyFields): Promise<ResolvedRows> {
    const faults: RowFault[] = [];
    const unknown: UnknownName[] = [];
    await this.#references.load(referredTexts(rows, this.#fields));
    // A row that is longer than the header has only that fault.
    const isLonger = ({ line }: ReadRow) => faulty.get(line)?.includes('') === true;
    const resolved = rows.map((row) => (isLonger(row) ? row : { ...row, values: this.#withIds(row, faults, unknown) }));
    const faultyFields = new Map(faulty);
    for (const { line, field } of faults) faultyFields.set(line, [...(faultyFields.get(line) ?? []), field]);
    // Without its key, a row is neither a new record nor an existing one.
    const { key } = this.#context.file;
    const keyed = resolved.filter(({ line }) => key === null || !faultyFields.get(line)?.includes(key));
    const matches = await this.#matches(keyed);
    await this.#countEarlier(rows.length, [...matches.values()].flat());
    const incomplete = keyed.filter((row) => faultyFields.has(row.line) && !isLonger(row));
    faults.push(...this.#furtherFaults(incomplete, { faulty: faultyFields, matches }));
    const plans = keyed.flatMap((row) => {
      if (faultyFields.has(row.line)) return [];
      try {
        return [this.#plan(row, matches)];
      } catch (error) {
        faults.push(...faultsOf(error, row.line));
        return [];
      }
    });
    await this.#context.duplicates?.load(plans.flatMap((plan) => (plan.action === 'create' ? [plan.body] : [])));
    const batch = { plans, isSeparate: false, matched: keyed.flatMap((row) => matchedIn(row, key, matches)) };
    return {
      faults,
      unmatched: [],
      unknown,
      isNameSearchPartial: this.#context.duplicates?.isPartial ?? false,
      drop: (line) => {
        batch.plans = batch.plans.filter((plan) => plan.line !== line);
      },
      saveSeparately: () => {
        batch.isSeparate = true;
      },
      store: (onFault) => this.#store(batch, onFault),
    };
  }

  /** The faults of the schema in rows with faulty cells or references, besides those of these fields. */
  #furtherFaults(
    rows: ReadRow[],
    { faulty, matches }: { faulty: FaultyFields; matches: Map<string, Records[Name][]> },
  ): RowFault[] {
    const { file, parse } = this.#context;
    const { key, mode } = file;
    return rows.flatMap((row) => {
      const value = key === null ? undefined : keyOf(row, key);
      const [current] = (value !== undefined && matches.get(value)) || [];
      if (mode === (current ? 'create' : 'update')) return [];
      try {
        if (current) parse.update(this.#changedValues(row, current));
        else if (key === 'id' && value !== undefined) throw this.#unknownId(row);
        else parse.create(this.#body(row.values, 'create'));
        return [];
      } catch (error) {
        const found = faultsOf(error, row.line);
        return found.filter(({ field }) => !faulty.get(row.line)?.some((other) => isSameField(field, other)));
      }
    });
  }

  async end(): Promise<void> {
    // Everything is stored with its chunk.
  }

  async sameKeys(): Promise<string[]> {
    if (this.#context.file.mode === 'update') return [];
    const all = [...this.#earlier.written].flatMap(([id, count]) => (count === this.#rows ? [id] : []));
    const counts = await Promise.all(all.map((id) => writtenRecords(id, this.#rows + 1)));
    return all.filter((_id, at) => counts[at] === this.#rows);
  }

  async othersIn(id: string): Promise<number> {
    const created = await storeOf('ImportChange').count({ import: id, action: 'create' });
    return created - (this.#earlier.created.get(id) ?? 0);
  }

  /** Counts the matched records by the earlier import that wrote them, so that a check recognizes the same keys. */
  async #countEarlier(rows: number, matched: Records[Name][]): Promise<void> {
    this.#rows += rows;
    if (this.#context.file.status !== 'checking' || matched.length === 0) return;
    const filter = { ...writes, record: { $in: matched.map(({ id }) => id) } };
    const changes = await storeOf('ImportChange').find({ filter, only: ['import', 'record', 'action'] });
    // An import that has replaced another one has two changes of the same record.
    const written = new Set(changes.map((each) => `${each.import} ${each.record}`));
    for (const pair of written) increment(this.#earlier.written, pair.slice(0, pair.indexOf(' ')));
    for (const { import: id, action } of changes) if (action === 'create') increment(this.#earlier.created, id);
  }

  /** The values of a row with ids instead of names. */
  #withIds({ line, values }: ReadRow, faults: RowFault[], unknown: UnknownName[]): Record<string, unknown> {
    const resolved: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      const type = referredType(this.#fields.get(name));
      if (type === undefined) {
        resolved[name] = value;
        continue;
      }
      const ids = [value].flat().flatMap((each) => {
        const text = String(each);
        const found = this.#references.resolve(type, text);
        if (found.status === 'found') return [found.id];
        if (found.status === 'none') return [];
        if (found.status === 'unknown') unknown.push({ line, type, text });
        faults.push({ line, field: name, value: text, message: found.message });
        return [];
      });
      if (Array.isArray(value)) resolved[name] = ids;
      else if (ids.length > 0) resolved[name] = ids[0];
    }
    return resolved;
  }

  /** The readable records with the keys of these rows. */
  async #matches(rows: ReadRow[]): Promise<Map<string, Records[Name][]>> {
    const { name, viewer, file } = this.#context;
    const { key } = file;
    const readable = conditionOf(viewer.ability, 'read', name);
    const values = key === null ? [] : rows.flatMap((row) => keyOf(row, key) ?? []);
    if (key === null || !readable || values.length === 0) return new Map();
    const own = key === 'id' ? { _id: { $in: values.filter((id) => hex.test(id)) } } : { [key]: { $in: values } };
    // A record also has the ids and external ids of those that were merged into it.
    const isAliased = ['id', 'externalId'].includes(key) && Object.hasOwn(resource(name).schema.properties, 'aliases');
    const condition = isAliased ? { $or: [own, { aliases: { $in: values } }] } : own;
    const found = await storeOf(name).find({ filter: { $and: [readable, condition] } });
    const matches = new Map<string, Records[Name][]>();
    for (const record of found) {
      const value = String(Reflect.get(record, key));
      matches.set(value, [...(matches.get(value) ?? []), record]);
    }
    for (const record of isAliased ? found : [])
      for (const alias of [Reflect.get(record, 'aliases')].flat().map(String))
        if (!matches.has(alias)) matches.set(alias, [record]);
    await this.#loadSavedLines(matches);
    return matches;
  }

  /** Finds the lines of the matched records that an interrupted attempt has saved. */
  async #loadSavedLines(matches: Map<string, Records[Name][]>): Promise<void> {
    const { id, position } = this.#context.file;
    if (position === 0 || matches.size === 0) return;
    const records = [...matches.values()].flat().map((record) => record.id);
    const saved = await storeOf('ImportChange').find({ filter: { import: id, record: { $in: records } } });
    const lines = new Map(saved.map((change) => [change.record, change.position]));
    for (const [value, [record]] of matches) {
      const line = record && lines.get(record.id);
      if (record && line !== undefined) for (const each of [value, record.id]) this.#lines.set(each, line);
    }
  }

  #plan(row: ReadRow, matches: Map<string, Records[Name][]>): Plan<Records[Name]> {
    const { name, file, viewer, parse } = this.#context;
    const { key, mode } = file;
    const { line } = row;
    const value = key === null ? undefined : keyOf(row, key);
    if (key !== null && value !== undefined) this.#assertFirst(key, value, line);
    const [current, ...further] = (value !== undefined && matches.get(value)) || [];
    const same = `the ${this.#label(key)} ${value}; match by another field`;
    if (further.length > 0) throw this.#reject(row, key, `${further.length + 1} records have ${same}`);
    if (!current) {
      if (mode === 'update') return { line, action: 'skip' };
      if (key === 'id' && value !== undefined) throw this.#unknownId(row);
      const parsed = parse.create(this.#body(row.values, 'create'));
      return {
        line,
        action: 'create',
        body: withDefaults(resource(name), asBody<Partial<Records[Name]>>(parsed), viewer),
        place: this.#placeOf(row),
      };
    }
    this.#assertFirst(key ?? '', current.id, line, 'record');
    if (mode === 'create') return { line, action: 'skip' };
    this.#assertPlace(row, current);
    const changed = this.#changedValues(row, current);
    if (Object.keys(changed).length === 0) return { line, action: 'none', current };
    return { line, action: 'update', current, body: asBody<Partial<Records[Name]>>(parse.update(changed)) };
  }

  #assertFirst(key: string, value: string, line: number, noun = this.#label(key)): void {
    const first = this.#lines.get(value);
    if (first !== undefined && first !== line)
      throw new RowRejected({ line, field: key, value, message: `The same ${noun} as line ${first}` });
    this.#lines.set(value, line);
  }

  /** The record that a row is below; undefined if it names none. */
  #placeOf({ values }: ReadRow): string | undefined {
    const place = values[this.#context.importPlace?.field.name ?? ''];
    return typeof place === 'string' ? place : undefined;
  }

  /** Rejects a row whose record is below another one than it names, because only a new record takes its place. */
  #assertPlace(row: ReadRow, current: Records[Name]): void {
    const { importPlace } = this.#context;
    const place = this.#placeOf(row);
    if (!importPlace || place === undefined || place === importPlace.of(current)) return;
    const { name, label } = importPlace.field;
    throw this.#reject(row, name, `${label} can be set for new records only; change it on the page of the record`);
  }

  #unknownId(row: ReadRow): RowRejected {
    return this.#reject(row, 'id', `No ${this.#context.name} has this id`);
  }

  #reject({ line, values }: ReadRow, field: string | null, message: string): RowRejected {
    return new RowRejected({ line, field: field ?? '', value: String(values[field ?? ''] ?? ''), message });
  }

  #label(key: string | null): string {
    return this.#fields.get(key ?? '')?.label ?? 'key';
  }

  /** The request body that the values make: `businessAddress.city` is a property of an object. */
  #body(values: Record<string, unknown>, action: 'create' | 'update'): Record<string, unknown> {
    const body: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      const field = this.#fields.get(name);
      if (!field || field.property.readOnly || field === this.#context.importPlace?.field) continue;
      if (field.list === undefined) setAt(body, name.split('.'), value);
      // An update would replace the objects of a list, with what no column has.
      else if (action === 'create' && Array.isArray(value)) setInList(body, field.list, name, value);
    }
    return body;
  }

  /** The properties of a row, without its key, that differ from those of its record. */
  #changedValues({ values }: ReadRow, current: Records[Name]): Record<string, unknown> {
    const { [this.#context.file.key ?? '']: _key, ...others } = values;
    return this.#changed(this.#body(others, 'update'), current);
  }

  /** The properties that differ from those of a record; given parts of an object are merged deeply with its others. */
  #changed(body: Record<string, unknown>, current: Records[Name]): Record<string, unknown> {
    const { name, viewer } = this.#context;
    const visible = toResponse(resource(name), current, viewer);
    return Object.fromEntries(
      Object.entries(body).flatMap(([field, value]) => {
        const before: unknown = Reflect.get(visible, field);
        const isObject = resource(name).fields.some((each) => each.name === field && each.kind === 'object');
        const after = isObject ? mergedWith(before, value) : value;
        return isEqual(after, before) ? [] : [[field, after]];
      }),
    );
  }

  async #store(
    { plans, isSeparate, matched }: Batch<Records[Name]>,
    onFault?: (fault: RowFault) => void,
  ): Promise<RowOutcome[]> {
    const outcomes: RowOutcome[] = [];
    const changes: Partial<ImportChange>[] = [];
    // Begins the transaction: some saves read several records at once, which cannot begin one.
    await storeOf('Import').count({ _id: this.#context.file.id }, 1);
    if (!isSeparate) batchWrites();
    this.#context.duplicates?.restart();
    for (const plan of plans) {
      try {
        const { outcome, change } = await this.#saveUnlessDuplicate(plan);
        outcomes.push(outcome);
        if (change) changes.push(change);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        const [fault, ...others] = faultsOf(error, plan.line);
        if (!fault) throw error;
        // An error of the database has ended the transaction.
        if (!onFault || error.cause instanceof mongo.MongoServerError) throw new RowRejected(fault);
        for (const each of [fault, ...others]) onFault(each);
      }
    }
    if (this.#context.file.repeat === 'replace') {
      // The replaced import is undone afterwards. Records that a row matches stay, also those that it does not change.
      const changed = new Set(changes.map(({ record }) => record));
      const others = matched.filter(({ record }) => !changed.has(record.id));
      changes.push(...others.map(({ line, record }) => this.#changeOf(line, 'none', record)));
    }
    await storeOf('ImportChange').insertMany(changes);
    // A dry run ends before its commit.
    if (isDryRun()) await assertInsertable();
    return outcomes;
  }

  /** Saves a row, but skips a likely duplicate if the user has chosen so. */
  async #saveUnlessDuplicate(plan: Plan<Records[Name]>): Promise<SavedRow> {
    const { duplicates, file, name } = this.#context;
    if (!duplicates || plan.action !== 'create') return await this.#save(plan);
    const { line, body } = plan;
    const found = duplicates.find(body);
    const duplicate = found && { ...found, own: recordName(name, body) };
    if (duplicate && file.likelyDuplicates === 'skip') return { outcome: { line, action: 'skip', duplicate } };
    const { outcome, ...saved } = await this.#save(plan);
    duplicates.add(body, line);
    return { ...saved, outcome: { ...outcome, ...(duplicate ? { duplicate } : {}) } };
  }

  async #save(plan: Plan<Records[Name]>): Promise<SavedRow> {
    const { operations } = this.#context;
    const { line, action } = plan;
    if (action === 'skip' || action === 'none') return { outcome: { line, action } };
    if (action === 'create') {
      const record = await (await this.#operationsBelow(plan.place)).create(plan.body);
      return { outcome: { line, action }, change: this.#changeOf(line, action, record) };
    }
    const { current, body } = plan;
    const record = await operations.update({ id: current.id, revision: current.revision, changes: body });
    if (record.revision === current.revision) return { outcome: { line, action: 'none' } };
    const values = Object.fromEntries(
      Object.keys(body).map((field) => [
        field,
        { before: Reflect.get(current, field) ?? null, after: Reflect.get(record, field) ?? null },
      ]),
    );
    return {
      outcome: { line, action, change: this.#change(current, record, Object.keys(body)) },
      change: this.#changeOf(line, action, record, values),
    };
  }

  /** How the import undoes what it did to a record. */
  #changeOf(
    line: number,
    action: ImportChange['action'],
    { id, revision }: Records[Name],
    values: ImportChange['values'] = {},
  ): Partial<ImportChange> {
    return {
      ...{ import: this.#context.file.id, position: line, record: id, recordRevision: revision },
      ...{ action, values },
    };
  }

  /** The operations that create records below another one, with the rights and hooks of its own route. */
  async #operationsBelow(place: string | undefined): Promise<Pick<ImportOperations<Records[Name]>, 'create'>> {
    const { name, viewer, operations, importPlace } = this.#context;
    if (!importPlace || place === undefined) return operations;
    const known = this.#below.get(place);
    if (known) return known;
    const declaration = await importPlace.below(place, viewer);
    const below = collectionOperations({ name, declaration, viewer });
    this.#below.set(place, below);
    return below;
  }

  /** What the report shows of a changed record: the leaves that differ. */
  #change(current: Records[Name], record: Records[Name], names: string[]): NonNullable<RowOutcome['change']> {
    const { name, viewer } = this.#context;
    const [before, after] = [current, record].map((each) => {
      const values = Object.entries(toResponse(resource(name), each, viewer));
      return Object.fromEntries(values.filter(([field]) => names.includes(field)));
    });
    const fields = diff(before, after).map(({ path, before: from, after: to }) => {
      return { field: this.#labelAt(keysOf(path)), from: shownValue(from), to: shownValue(to) };
    });
    return { name: recordName(name, record).slice(0, 200), fields };
  }

  /** The label of the innermost field at a path that has one. */
  #labelAt(keys: string[]): string {
    const path = keys.join('.');
    const { label } =
      this.#fields.get(path) ?? resource(this.#context.name).fields.find(({ name }) => name === path) ?? {};
    return label ?? (keys.length > 1 ? this.#labelAt(keys.slice(0, -1)) : path);
  }
}

const increment = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
