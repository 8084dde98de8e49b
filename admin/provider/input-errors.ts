import { HttpError } from 'react-admin';
import { propertyKindOf } from '#schemas/resource/kind.ts';
import type { Resource } from '#schemas/resource/resource.ts';
import { apiErrorBody } from './http.ts';

type Errors = Record<string, string>;

/** Maps API error paths to inputs: a list without row inputs is a single input. */
export function errorsAtInputs({ fields }: Resource, errors: Errors): Errors {
  const inputErrors: Errors = {};
  for (const [path, message] of Object.entries(errors)) {
    const [name = ''] = path.split('.');
    const field = fields.find((each) => each.name === name);
    const isOneInput = field?.kind === 'list' && propertyKindOf(field.property.items ?? {}, name) !== 'object';
    inputErrors[isOneInput ? name : path] ??= message;
  }
  return inputErrors;
}

/** Maps the errors of an HttpError to inputs; returns other errors unchanged. */
export function withErrorsAtInputs(resource: Resource, error: unknown): unknown {
  const { errors } = apiErrorBody(error);
  if (!(error instanceof HttpError) || !errors) return error;
  return new HttpError(error.message, error.status, { ...error.body, errors: errorsAtInputs(resource, errors) });
}
