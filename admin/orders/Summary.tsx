import { Box, Button, Card, CardContent, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { ReferenceField, useGetOne } from 'react-admin';
import type { Channel } from '#schemas/generated/types.ts';
import { ReferenceLink } from '../generate/ReferenceLink.tsx';
import { sayDateTime, sayEnum } from '../generate/value-text.ts';
import { Decisions } from './Decisions.tsx';
import type { OrderRecord } from './order-record.ts';
import { StatusCell } from './StatusCell.tsx';

/** What the order is, at one look, and what can be done about it now. */
export function Summary({ order }: { order: OrderRecord }) {
  const { data: channel } = useGetOne<Channel>('channels', { id: order.channelId });
  return (
    <Card component="section" aria-label="Summary">
      <CardContent sx={{ display: 'grid', gap: 2 }}>
        <Box>
          <StatusCell />
        </Box>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, columnGap: 2 }}>
          <Fact label="Client">
            <ReferenceLink source="client" reference="clients" emptyText="None yet" />
          </Fact>
          <Fact label="Channel">
            <ReferenceLink source="channelId" reference="channels" />
          </Fact>
          <Fact label="Form">
            <ReferenceLink source="form" reference="forms" />
          </Fact>
          <Fact label="Ordered by">
            <ReferenceLink source="user" reference="users" />
          </Fact>
          <Fact label="Submitted">{order.submissionDate ? sayDateTime(order.submissionDate) : 'Not yet'}</Fact>
          {order.changeDate ? <Fact label="Changed">{sayDateTime(order.changeDate)}</Fact> : null}
          {order.changeNotes ? <Fact label="Change notes">{order.changeNotes}</Fact> : null}
          {order.cancelationDate ? <Fact label="Canceled">{sayDateTime(order.cancelationDate)}</Fact> : null}
          {order.cancelationReason ? <Fact label="Because">{sayEnum(order.cancelationReason, {})}</Fact> : null}
          {order.cancelationNotes ? <Fact label="Notes">{order.cancelationNotes}</Fact> : null}
          {order.validationMode === 'BYPASS' ? <Fact label="Validation">Bypassed</Fact> : null}
          <Fact label="Last edited">
            <ReferenceField source="lastEditedBy" reference="users" link={false} />, {sayDateTime(order.updatedAt)}
          </Fact>
        </Box>
        <Decisions order={order} />
        <Button href={`/c/${channel?.slug ?? order.channelId}/orders/${order.id}`}>Open in the portal</Button>
      </CardContent>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" color="text.secondary">
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </>
  );
}
