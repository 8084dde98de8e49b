import { mayWriteField } from '#schemas/access/field-access.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { trimText } from '#schemas/typed-values/parsed.ts';
import { invalidRequest } from '../../../platform/errors/catalogue.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type ResourceName, resource } from '../../store/model.ts';

/**
 * Field-level write access: throws REQUEST_SCHEMA_INVALID for every field that the viewer's roles may not set
 * (`x-update`). Unchanged values are allowed. `current` is null on create.
 */
export function assertMaySet(viewer: Viewer, name: ResourceName, changes: object, current: object | null): void {
  const problems = resource(name).fields.flatMap(({ name: field, property }) => {
    if (!Object.hasOwn(changes, field) || mayWriteField(property, viewer.user.roles)) return [];
    const [value, before] = [Reflect.get(changes, field), current && Reflect.get(current, field)];
    if (isEqual(trimmed(value), trimmed(before))) return [];
    return [{ path: `/${field}`, value, message: `Only ${property['x-update']?.join(' or ')} can set this` }];
  });
  if (problems.length > 0) throw invalidRequest('body', problems);
}

/** Ignore surrounding blanks, which older records may contain. */
const trimmed = (value: unknown) => (typeof value === 'string' ? trimText(value) : (value ?? null));
