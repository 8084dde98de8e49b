import { bulkFields } from '#schemas/bulk/bulk-jobs.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { JsonMap, Records } from '#schemas/generated/types.ts';
import { loadReadable, type Viewer } from '../access/viewer.ts';
import { listRecords, streamRows } from '../resource/lists/list.ts';
import { type ListQuery, parseListQuery, rawFilters } from '../resource/lists/query.ts';
import { visibleResource } from '../resource/lists/visible-resource.ts';
import type { StoreResponse } from '../resource/records/calls.ts';
import { assertRevision, updateRecord } from '../resource/records/records.ts';
import { asBody } from '../resource/routes/routes.ts';
import type { Declarations, OperationContext, ResourceHooks } from '../resource/rules/declaration.ts';
import { type JsonSchema, updateBody } from '../resource/schemas/body-schema.ts';
import { isResourceName, type ResourceName, resource } from '../store/model.ts';
import { dryRun } from '../store/transaction.ts';

/** One record of a bulk job, for the user who started it. */
export interface BulkCall<T> {
  viewer: Viewer;
  record: T;
  input: JsonMap;
}

/** What a bulk job does with each of its records. */
export interface BulkAction<T> {
  /** JSON Schema of the job's input. */
  input: JsonSchema;
  /** Makes the checks of a single save and writes nothing. Throws what the save would throw. */
  check(call: BulkCall<T>): Promise<void>;
  /**
   * Makes the change like a single save, if the record is still at its revision. `storeResponse` gets the changed or
   * created record in the transaction that stores it.
   */
  run(call: BulkCall<T> & { storeResponse: StoreResponse<T> }): Promise<unknown>;
}

/** The bulk actions of a resource that differ from the generated `set`. */
interface BulkActions<T> {
  actions: Readonly<Record<string, BulkAction<T>>>;
  /** The name of a record in result lists. */
  nameOf(record: T): string;
}

/** A record as a bulk job refers to it. */
interface BulkReference {
  id: string;
  name: string;
  revision: number;
}

/** A loaded record of a bulk job, and the checks of an action on it. */
interface LoadedRecord extends BulkReference {
  check(action: string, input: JsonMap): Promise<void>;
}

interface ItemCall {
  viewer: Viewer;
  action: string;
  id: string;
  input: JsonMap;
}

/** A list whose records a bulk job can change. */
export interface BulkTarget {
  name: ResourceName;
  /** The schema of an action's input; undefined for an unknown action. */
  inputOf(action: string): JsonSchema | undefined;
  actionNames: string[];
  /** The number of records that match a list query and that the viewer may read, at most `maxBulkMatches` exactly. */
  count(viewer: Viewer, query: JsonMap): Promise<{ total: number; totalIsMinimum: boolean }>;
  /** The ids of these records, in the order of the list. */
  ids(viewer: Viewer, query: JsonMap): AsyncGenerator<string[]>;
  /** Loads a readable record. Throws RESOURCE_NOT_FOUND. */
  load(viewer: Viewer, id: string): Promise<LoadedRecord>;
  /** Throws RESOURCE_CONFLICT if the record is no longer at `revision`. */
  run(call: ItemCall & { revision: number; storeResponse: StoreResponse<BulkReference> }): Promise<void>;
}

const targets = new Map<string, BulkTarget>();

interface BulkResources {
  declarations: Declarations;
  /** The targets of resources with actions of their own. */
  own: readonly BulkTarget[];
}

/**
 * Registers every list with updates at startup (dependency injection), because this folder does not know individual
 * resources.
 */
export function registerBulkTargets({ declarations, own }: BulkResources): void {
  targets.clear();
  for (const name of Object.values(schemas).map(({ title }) => title)) {
    if (!isResourceName(name)) continue;
    const { path, operations } = resource(name);
    if (!operations.includes('list') || !operations.includes('update')) continue;
    const target = own.find((each) => each.name === name);
    targets.set(path, target ?? bulkTargetOf({ name, declaration: declarations[name] }));
  }
}

/** The target with this path, such as `orders`; undefined if it has no bulk jobs. */
export const bulkTarget = (path: string): BulkTarget | undefined => targets.get(path);

interface TargetOptions<Name extends ResourceName> {
  name: Name;
  declaration: ResourceHooks<Records[Name]> | undefined;
  /** Replaces the generated action `set` and the default name. */
  own?: BulkActions<Records[Name]>;
}

/** The bulk jobs of a resource. */
export function bulkTargetOf<Name extends ResourceName>({
  name,
  declaration = {},
  own,
}: TargetOptions<Name>): BulkTarget {
  const actions: Readonly<Record<string, BulkAction<Records[Name]>>> = own?.actions ?? {
    set: setAction(name, declaration),
  };
  const actionNamed = (action: string) => {
    const found = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!found) throw new Error(`${name} has no bulk action ${action}`);
    return found;
  };
  const nameOf = own?.nameOf ?? ((record: Records[Name]) => recordName(name, record));
  const reference = (record: Records[Name]): BulkReference => ({
    id: record.id,
    name: nameOf(record).slice(0, maxNameLength),
    revision: record.revision,
  });
  const parse = async (viewer: Viewer, query: JsonMap): Promise<ListQuery> => {
    const visible = await visibleResource({
      resource: resource(name),
      mapColumns: declaration.mapColumns,
      viewer,
      filters: rawFilters(query),
    });
    const extraKeys = Object.keys(declaration.queryKeys ?? {});
    return { ...parseListQuery({ resource: visible, query, extraKeys, isExport: true }), columns: [], populate: [] };
  };
  return {
    name,
    actionNames: Object.keys(actions),
    inputOf: (action) => (Object.hasOwn(actions, action) ? actions[action]?.input : undefined),
    async count(viewer, query) {
      const parsed = await parse(viewer, query);
      return await listRecords({ name, declaration, viewer }, { ...parsed, skip: 0, limit: 1 });
    },
    async *ids(viewer, query) {
      for await (const rows of streamRows({ name, declaration, viewer }, await parse(viewer, query)))
        yield rows.map((row) => String(Reflect.get(row, 'id')));
    },
    async load(viewer, id) {
      const record = await loadReadable(viewer, name, id);
      return {
        ...reference(record),
        check: async (action, input) => await actionNamed(action).check({ viewer, input, record }),
      };
    },
    async run({ viewer, action, id, input, revision, storeResponse }) {
      const record = await loadReadable(viewer, name, id);
      assertRevision(name, record, revision);
      await actionNamed(action).run({
        viewer,
        input,
        record,
        storeResponse: (stored) => storeResponse(reference(stored)),
      });
    },
  };
}

/** The generated action `set`: changes writable properties, with the checks and hooks of a PATCH. */
function setAction<Name extends ResourceName>(
  name: Name,
  declaration: ResourceHooks<Records[Name]>,
): BulkAction<Records[Name]> {
  const change = (
    subject: OperationContext<Name>,
    {
      record: { id, revision },
      input,
      storeResponse,
    }: BulkCall<Records[Name]> & { storeResponse?: StoreResponse<Records[Name]> },
  ) => updateRecord(subject, { id, revision, changes: asBody<Partial<Records[Name]>>(input), storeResponse });
  return {
    input: setInput(name),
    check: (call) => dryRun(() => change({ name, declaration, viewer: call.viewer }, call)),
    run: (call) => change({ name, declaration, viewer: call.viewer }, call),
  };
}

/** The input of `set`: the body of a PATCH with the properties that a bulk edit can set, or with some of them. */
export function setInput(name: ResourceName, isSettable: (field: string) => boolean = () => true): JsonSchema {
  const { properties, ...body } = updateBody(resource(name));
  const names = bulkFields(resource(name)).flatMap((field) => (isSettable(field.name) ? [field.name] : []));
  const settable = Object.entries(Object(properties)).filter(([field]) => names.includes(field));
  return { ...body, title: `Bulk change of ${name}`, properties: Object.fromEntries(settable) };
}

const maxNameLength = 200;

/** The first column of the resource's list that has a text. */
export function recordName(name: ResourceName, record: object): string {
  const texts = ['name', ...resource(name).columns].map((field) => Reflect.get(record, field));
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? '';
}
