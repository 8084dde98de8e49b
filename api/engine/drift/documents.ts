import { problemsOfAjvError } from '#schemas/texts/schema-messages.ts';
import { storedSchema, storedValidator } from '../resource/schemas/stored-schema.ts';
import { model, type ResourceName, resource } from '../store/model.ts';

/** Maximum number of ids reported per fault, and of distinct faults per resource. */
const limits = { ids: 10, faults: 50 };

type Fault = { count: number; ids: string[] };

const ajv = storedValidator();

/** Validates every document of a resource against its schema. Returns one line per kind of fault. */
export async function documentDrift(name: ResourceName): Promise<string[]> {
  const validate = ajv.compile(storedSchema(resource(name)));
  const faults = new Map<string, Fault>();
  const counts = { all: 0, invalid: 0 };
  const documents = model(name).collection.find({}, { batchSize: 1_000 });
  for await (const document of documents) {
    counts.all += 1;
    if (validate(document)) continue;
    counts.invalid += 1;
    const problems = (validate.errors ?? []).flatMap((fault) => problemsOfAjvError(fault, document));
    for (const text of new Set(problems.map(({ path, message }) => `${anyRow(path)} ${message}`))) {
      addFault(faults, text, String(document._id));
    }
  }
  if (counts.invalid === 0) return [];
  return [
    `${resource(name).path}: ${counts.invalid} of ${counts.all} documents do not match the schema of ${name}`,
    ...[...faults].map(
      ([text, { count, ids }]) => `  ${text} (${count}: ${ids.join(', ')}${count > ids.length ? ', …' : ''})`,
    ),
  ];
}

/** Ignores list indexes, so that the same fault in different rows counts as one. */
const anyRow = (path: string) => path.replace(/\/\d+(?=\/|$)/g, '/*');

function addFault(faults: Map<string, Fault>, text: string, id: string): void {
  const key = faults.has(text) || faults.size < limits.faults ? text : 'other errors';
  const fault = faults.get(key) ?? { count: 0, ids: [] };
  fault.count += 1;
  if (fault.ids.length < limits.ids) fault.ids.push(id);
  faults.set(key, fault);
}
