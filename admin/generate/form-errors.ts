interface FormError {
  /** Dotted, as the inputs are named. */
  path: string;
  message: string;
}

/** What is wrong with a form, out of the tree in which react-hook-form keeps errors by the paths of their inputs. */
export function errorsIn(errors: unknown, path = ''): FormError[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if ('message' in errors && typeof errors.message === 'string' && errors.message !== '') {
    return [{ path, message: errors.message }];
  }
  // The rule of a list as a whole stands under `root`; a value may have a key of that name, too.
  const isRule = (inner: unknown) => typeof inner === 'object' && inner !== null && 'message' in inner;
  const below = (name: string, inner: unknown) => (name === 'root' && isRule(inner) ? path : `${path}.${name}`);
  return Object.entries(errors)
    .filter(([name]) => name !== 'ref')
    .flatMap(([name, inner]) => errorsIn(inner, path === '' ? name : below(name, inner)));
}
