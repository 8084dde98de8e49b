interface FormError {
  /** Dotted path, like the input's name. */
  path: string;
  message: string;
}

/** Flattens react-hook-form's tree of errors to a list of paths and messages. */
export function errorsIn(errors: unknown, path = ''): FormError[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if ('message' in errors && typeof errors.message === 'string' && errors.message !== '') {
    return [{ path, message: errors.message }];
  }
  // Errors of a whole list are under `root`, which may also be a regular key.
  const isRule = (inner: unknown) => typeof inner === 'object' && inner !== null && 'message' in inner;
  const below = (name: string, inner: unknown) => (name === 'root' && isRule(inner) ? path : `${path}.${name}`);
  return Object.entries(errors)
    .filter(([name]) => name !== 'ref')
    .flatMap(([name, inner]) => errorsIn(inner, path === '' ? name : below(name, inner)));
}
