import { Box, Typography } from '@mui/material';
import { useGetOne } from 'react-admin';
import type { Order, Product } from '#schemas/generated/types.ts';
import { labelOf } from '#schemas/resource/resource.ts';
import { wholeRecord } from '../generate/whole-record.ts';
import type { OrderRecord } from './order-record.ts';
import { Part } from './Part.tsx';

type Line = Order['products'][number];

/** The products that are ordered, each with its data; included ones stand under the line that brought them. */
export function Lines({ order }: { order: OrderRecord }) {
  const tops = order.products.filter(({ linkedTo }) => !linkedTo);
  return (
    <Part title="Products">
      {tops.length === 0 ? <Typography color="text.secondary">No products on this order.</Typography> : null}
      <Box sx={{ display: 'grid', gap: 2 }}>
        {tops.map((line) => (
          <Box key={line.id}>
            <LineData line={line} />
            {order.products
              .filter(({ linkedTo }) => linkedTo === line.id)
              .map((included) => (
                <Box key={included.id} sx={{ mt: 1, ml: 2, pl: 2, borderLeft: 2, borderColor: 'divider' }}>
                  <LineData line={included} isIncluded />
                </Box>
              ))}
          </Box>
        ))}
      </Box>
    </Part>
  );
}

function LineData({ line, isIncluded = false }: { line: Line; isIncluded?: boolean }) {
  const { data: product } = useGetOne<Product>('products', { id: line.product, ...wholeRecord });
  const entries = Object.entries(line.data);
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {product?.name ?? line.key ?? line.product}
        {isIncluded ? (
          <Typography component="span" color="text.secondary">
            {' '}
            included
          </Typography>
        ) : null}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(120px, 1fr) 3fr', columnGap: 2 }}>
        {entries.map(([key, value]) => (
          <Box key={key} sx={{ display: 'contents' }}>
            <Typography component="dt" color="text.secondary">
              {titleOf(product, key)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {typeof value === 'object' ? JSON.stringify(value) : String(value)}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}

/** The title that the product's schema gives a property, the parent's included; else its key in words. */
function titleOf(product: Product | undefined, key: string): string {
  const schemas: unknown[] = [product?.schema, product?.combinedSchema].flatMap((schema) => [
    schema,
    ...(Array.isArray(schema?.allOf) ? schema.allOf : []),
  ]);
  const titles = schemas.map((schema) => propertyOf(propertyOf(propertyOf(schema, 'properties'), key), 'title'));
  return titles.find((title) => typeof title === 'string') ?? labelOf(key);
}

const propertyOf = (holder: unknown, key: string): unknown =>
  typeof holder === 'object' && holder !== null ? new Map(Object.entries(holder)).get(key) : undefined;
