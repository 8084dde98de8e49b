import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { LineValidatorModule } from '#schemas/products/line-runtime.ts';
import type { LineValidator } from '../line-form/lineValidator.ts';
import type { LineProduct } from './useLineProducts.ts';

/**
 * The validator of a product's lines, loaded when a line is first filled in. Its address names the schema: what came once is
 * good for as long as the page is there. Undefined until then, and where there is none.
 */
export function useLineValidator(product: LineProduct | undefined): LineValidator | undefined {
  const address = product?.lineValidator;
  const { data } = useQuery({
    queryKey: ['line validator', address],
    queryFn: product && address ? () => loadValidator(address, product.schema) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Functions are not compared key by key.
    structuralSharing: false,
  });
  return data;
}

async function loadValidator(address: string, schema: LineProduct['schema']): Promise<LineValidator> {
  // With the code that it runs with, not after it.
  const [module, { lineValidator }] = await Promise.all([
    import(/* @vite-ignore */ address) as Promise<LineValidatorModule>,
    import('../line-form/lineValidator.ts'),
  ]);
  return await lineValidator(module, schema);
}

export type LineValidators = ReadonlyMap<string, LineValidator>;

/** The validators of the lines of an order by their product, from when a line of it is first filled in. */
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
