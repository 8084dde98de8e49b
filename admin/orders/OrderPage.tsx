import { Box } from '@mui/material';
import { ShowBase, useRecordContext } from 'react-admin';
import { otherProblems } from '#portal/orders/orderProblems.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { wholeRecord } from '../generate/whole-record.ts';
import { FormAnswers } from './FormAnswers.tsx';
import { Lines } from './Lines.tsx';
import type { OrderRecord } from './order-record.ts';
import { Problems } from './Problems.tsx';
import { Summary } from './Summary.tsx';
import { Timeline } from './Timeline.tsx';

/** An order as a moderator reads it before deciding: the form in the middle, what it is and what can be done at the right. */
export function OrderPage() {
  return (
    <ShowBase queryOptions={wholeRecord}>
      <OrderBody />
    </ShowBase>
  );
}

function OrderBody() {
  const order = useRecordContext<OrderRecord>();
  if (!order) return null;
  return (
    <>
      <PageHead title={`Order ${order.refCode}`} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' } }}>
        <Box sx={{ order: { lg: 1 }, position: { lg: 'sticky' }, top: 24, alignSelf: 'start' }}>
          <Summary order={order} />
        </Box>
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', minWidth: 0 }}>
          <Problems problems={otherProblems(order.problems ?? [], order.status !== 'DRAFT' || order.client !== null)} />
          <FormAnswers order={order} />
          <Lines order={order} />
          <Timeline order={order} />
        </Box>
      </Box>
    </>
  );
}
