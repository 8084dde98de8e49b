import { useCallback, useState } from 'react';
import type { LineValidator } from '../line-form/lineValidator.ts';

export type LineValidators = ReadonlyMap<string, LineValidator>;

/** Hook: collects the validators of an order's lines by product, as they are loaded. */
export function useLineValidators(): {
  validators: LineValidators;
  takeValidator: (productId: string, validator: LineValidator) => void;
} {
  const [validators, setValidators] = useState<LineValidators>(new Map());
  const takeValidator = useCallback(
    (productId: string, validator: LineValidator) =>
      setValidators((known) =>
        known.get(productId) === validator ? known : new Map([...known, [productId, validator]]),
      ),
    [],
  );
  return { validators, takeValidator };
}
