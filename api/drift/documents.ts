import { problemsOf } from '#schemas/texts/schema-messages.ts';
import { storedSchema, storedValidator } from '../resource/schemas/stored-schema.ts';
import { model, type ResourceName, resource } from '../store/model.ts';

/** So many ids are named of the documents with one fault, and so many kinds of faults of one resource. */
const most = { ids: 10, faults: 50 };

type Fault = { count: number; ids: string[] };

const ajv = storedValidator();

/** Reads every document of a resource, one after the other, and says which do not fit its schema: a line for each kind of fault. */
export async function documentDrift(name: ResourceName): Promise<string[]> {
  const validate = ajv.compile(storedSchema(resource(name)));
  const faults = new Map<string, Fault>();
  const counts = { all: 0, unfit: 0 };
  const documents = model(name).collection.find({}, { batchSize: 1_000 });
  for await (const document of documents) {
    counts.all += 1;
    if (validate(document)) continue;
    counts.unfit += 1;
    const found = (validate.errors ?? []).flatMap((fault) => problemsOf(fault, document));
    for (const text of new Set(found.map(({ path, message }) => `${anyRow(path)} ${message}`))) {
      note(faults, text, String(document._id));
    }
  }
  if (counts.unfit === 0) return [];
  return [
    `${resource(name).path}: ${counts.unfit} of ${counts.all} documents do not fit the schema of ${name}`,
    ...[...faults].map(
      ([text, { count, ids }]) => `  ${text} (${count}: ${ids.join(', ')}${count > ids.length ? ', …' : ''})`,
    ),
  ];
}

/** The same fault in another row of a list is the same fault. */
const anyRow = (path: string) => path.replace(/\/\d+(?=\/|$)/g, '/*');

function note(faults: Map<string, Fault>, text: string, id: string): void {
  const key = faults.has(text) || faults.size < most.faults ? text : 'other faults';
  const fault = faults.get(key) ?? { count: 0, ids: [] };
  fault.count += 1;
  if (fault.ids.length < most.ids) fault.ids.push(id);
  faults.set(key, fault);
}
