import { HttpError } from 'react-admin';
import { kindOf } from '#schemas/resource/kind.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { refusalOf } from './http.ts';

type Errors = Record<string, string>;

/** What the API says of dotted places, at the inputs that the form has: a list without rows of inputs is one input. */
export function atInputs({ fields }: Resource, errors: Errors): Errors {
  const placed: Errors = {};
  for (const [path, message] of Object.entries(errors)) {
    const [name = ''] = path.split('.');
    const field = fields.find((each) => each.name === name);
    const isOneInput = field?.kind === 'list' && kindOf(field.property.items ?? {}, name) !== 'object';
    placed[isOneInput ? name : path] ??= message;
  }
  return placed;
}

/** The same for a refusal that react-admin puts at the inputs. */
export function refusalAtInputs(resource: Resource, error: unknown): unknown {
  const { errors } = refusalOf(error);
  if (!(error instanceof HttpError) || !errors) return error;
  return new HttpError(error.message, error.status, { ...error.body, errors: atInputs(resource, errors) });
}
