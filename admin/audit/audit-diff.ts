import { labelAt, placeAt } from '#schemas/changes/words/place.ts';
import { recordPlace } from '#schemas/changes/words/record-place.ts';
import type { AuditEntry } from '#schemas/generated/types.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { resourceNamed } from '../generate/catalogue.ts';

interface ChangeValue {
  text: string;
  /** Id of the referenced record, if the field is a reference. */
  id: string | undefined;
}

/** A row of an audit log diff. `reference` is the path of the resource that the field refers to. */
export interface AuditDiffRow {
  field: string;
  label: string;
  from: ChangeValue;
  to: ChangeValue;
  reference: string | undefined;
}

/**
 * Formats the changes of an audit log entry under the labels of the record's schema. Fields with restricted read access
 * have no values in the log.
 */
export function auditDiff(resource: Resource | undefined, changes: AuditEntry['changes']): AuditDiffRow[] {
  const fields = resource?.fields ?? [];
  const place = recordPlace({ properties: Object.fromEntries(fields.map(({ name, property }) => [name, property])) });
  return changes.map(({ field, from, to }) => {
    const keys = field.split('.');
    const target = fields.find(({ name }) => name === field)?.property['x-ref'];
    const isHidden = from === undefined && to === undefined;
    const formatValue = (json: string | undefined): ChangeValue => {
      if (isHidden) return { text: 'not recorded here', id: undefined };
      const value = json === undefined ? undefined : parseValue(json);
      return { text: placeAt(place, keys).text(value), id: typeof value === 'string' ? value : undefined };
    };
    return {
      field,
      label: labelAt(place, keys, []) || field,
      from: formatValue(from),
      to: formatValue(to),
      reference: target && resourceNamed(target)?.path,
    };
  });
}

/** The log truncates long values, so the JSON may not parse; show it as stored. */
function parseValue(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return `${json} …`;
  }
}
