import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { LineValidatorModule } from '#schemas/products/line-runtime.ts';
import type { LineValidator } from '../line-form/lineValidator.ts';
import type { LineProduct } from './useLineProducts.ts';

/**
 * Hook: the validator of a product's lines, loaded when a line is first edited. Its URL contains a hash of the schema,
 * so it is cached as long as the page lives. Undefined until it is loaded, and for products without one.
 */
export function useLineValidator(product: LineProduct | undefined): LineValidator | undefined {
  const address = product?.lineValidator;
  const { data } = useQuery({
    queryKey: ['line validator', address],
    queryFn: product && address ? () => loadValidator(address, product.schema) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Structural sharing cannot compare functions.
    structuralSharing: false,
  });
  return data;
}

async function loadValidator(address: string, schema: LineProduct['schema']): Promise<LineValidator> {
  // Load the module and its runtime in parallel.
  const [module, { createLineValidator }] = await Promise.all([
    import(/* @vite-ignore */ address) as Promise<LineValidatorModule>,
    import('../line-form/lineValidator.ts'),
  ]);
  return await createLineValidator(module, schema);
}

type LineValidators = ReadonlyMap<string, LineValidator>;

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
