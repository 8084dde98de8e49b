import { Box, Typography } from '@mui/material';
import { useGetOne } from 'react-admin';
import { lineFacts } from '#portal/orders/lineFacts.ts';
import { groupLines, type NumberedLine } from '#portal/orders/lineGroups.ts';
import type { Product } from '#schemas/generated/types.ts';
import { Part } from '../frame/Part.tsx';
import { wholeRecord } from '../generate/whole-record.ts';
import type { OrderRecord } from './order-record.ts';

/** The products that are ordered, each with its data; included ones stand under the line that brought them. */
export function Lines({ order }: { order: OrderRecord }) {
  const groups = groupLines(order.products);
  return (
    <Part title="Products">
      {groups.length === 0 ? <Typography color="text.secondary">No products on this order.</Typography> : null}
      <Box sx={{ display: 'grid', gap: 2 }}>
        {groups.map(({ line, included }) => (
          <Box key={line.id}>
            <Line line={line} />
            {included.map((each) => (
              <Box key={each.id} sx={{ mt: 1, ml: 2, pl: 2, borderLeft: 2, borderColor: 'divider' }}>
                <Line line={each} isIncluded />
              </Box>
            ))}
          </Box>
        ))}
      </Box>
    </Part>
  );
}

function Line({ line, isIncluded = false }: { line: NumberedLine; isIncluded?: boolean }) {
  const id = typeof line.product === 'string' ? line.product : line.product.id;
  const { data: product } = useGetOne<Product>('products', { id, ...wholeRecord });
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>
        {product?.name ?? line.key ?? id}
        {isIncluded ? (
          <Typography component="span" color="text.secondary" sx={{ ml: 1 }}>
            Included
          </Typography>
        ) : null}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(120px, 1fr) 3fr', columnGap: 2 }}>
        {lineFacts(line.data, product?.combinedSchema ?? product?.schema).map(({ key, label, text }) => (
          <Box key={key} sx={{ display: 'contents' }}>
            <Typography component="dt" color="text.secondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {text}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
}
