import { useId, useState } from 'react';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { placeAt } from '#schemas/changes/words/place.ts';
import { valueAtPath } from '#schemas/forms/filling/places.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import { bypassOn } from '#schemas/orders/bypass.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import { type Transition, transitions } from '#schemas/orders/transitions.ts';
import { lastRequest, openWaivers, type Waiver } from '#schemas/orders/waivers.ts';
import { authorText } from '#schemas/texts/author-text.ts';
import type { PopulatedOrder } from '../../api/queries.ts';
import { describeProblem } from '../../forms/describeProblem.ts';
import type { ElementSlot } from '../../forms/elementSlot.ts';
import type { FormStore } from '../../forms/store/formStore.ts';
import { Banner } from '../../look/Banner.tsx';
import { Button } from '../../look/Button.tsx';
import type { Decision } from '../editing/savedOrder.ts';
import { useUserNames } from '../history/useUserNames.ts';
import { formDataProblems } from '../problems/orderProblems.ts';
import styles from './Bypass.module.css';
import { TransitionDialog } from './TransitionDialog.tsx';

/**
 * An open bypass request: its reason, and each validation error with its value. The moderator waives all of them and
 * approves in one step, waives some, after which the order stays pending, or rejects it with a reason (design 6).
 */
export function BypassDecision({
  order,
  rights,
  store,
  isBusy,
  onDecide,
}: {
  order: PopulatedOrder;
  rights: OrderRights;
  store: FormStore;
  isBusy: boolean;
  /** `made` is the transition that the decision results in, if it is another one. */
  onDecide: (transition: Transition, action: Decision, made?: Transition) => void;
}) {
  const decisions = bypassOn(order, rights);
  const open = openWaivers(order);
  const [unselected, setUnselected] = useState<readonly Waiver[]>([]);
  const [asking, setAsking] = useState<Transition>();
  const chosen = open.filter((waiver) => !unselected.includes(waiver));
  const approval = transitions.find(({ action }) => action === 'approve');
  const isWhole = chosen.length === open.length;
  const approve = decisions.find(({ action }) => action === 'approveBypass');
  const reject = decisions.find(({ action }) => action === 'rejectBypass');
  return (
    <WaiverRequest order={order} store={store} unselected={unselected} onSelect={approve && setUnselected}>
      <div className={styles.decision}>
        {approve && (
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={chosen.length === 0}
            onClick={() =>
              onDecide(
                approve,
                {
                  rejections: chosen.map(({ path, message }) => ({ path, message })),
                  ...(isWhole ? { approve: true } : {}),
                },
                isWhole ? approval : approve,
              )
            }
          >
            {isWhole ? `Approve with ${waiverCount(open.length)}` : `Waive ${chosen.length} of ${open.length}`}
          </Button>
        )}
        {reject && (
          <Button isBusy={isBusy} onClick={() => setAsking(reject)}>
            {reject.words.label}
          </Button>
        )}
      </div>
      {approve && !isWhole && (
        <p className={styles.about}>The order stays pending until the remaining problems are fixed or waived.</p>
      )}
      {asking?.words.question && (
        <TransitionDialog
          transition={asking}
          question={asking.words.question}
          onClose={() => setAsking(undefined)}
          onAnswer={({ reason }) => {
            setAsking(undefined);
            onDecide(asking, reason ? { reason } : {});
          }}
        />
      )}
    </WaiverRequest>
  );
}

/** An open bypass request: who requested what and why, with a checkbox for each waiver if the reader may decide. */
export function WaiverRequest({
  order,
  store,
  unselected,
  onSelect,
  children,
}: {
  order: PopulatedOrder;
  store: FormStore;
  /** The waivers that are not to be granted. */
  unselected: readonly Waiver[];
  onSelect: ((unselected: readonly Waiver[]) => void) | undefined;
  children?: ElementSlot;
}) {
  const request = lastRequest(order);
  const nameOf = useUserNames(
    request ? [request.user, ...(request.moderator ? [request.moderator] : [])] : [],
    order.id,
  );
  const choiceOf = (waiver: Waiver) =>
    onSelect && {
      isChosen: !unselected.includes(waiver),
      toggle: () =>
        onSelect(unselected.includes(waiver) ? unselected.filter((each) => each !== waiver) : [...unselected, waiver]),
    };
  return (
    <Banner status="warn" title="A validation bypass was requested.">
      {request && (
        <p className={styles.about}>
          {`${authorText(nameOf(request.user) ?? request.userName ?? 'Someone', request.actor?.name)} asked ${(request.moderator && nameOf(request.moderator)) || 'a moderator'} to accept this order as it is.`}
        </p>
      )}
      {request?.notes && <blockquote className={styles.notes}>{`“${request.notes}”`}</blockquote>}
      <ul className={styles.request} aria-label="Validation problems">
        {openWaivers(order).map((waiver) => (
          <Rejection key={`${waiver.path} ${waiver.message}`} waiver={waiver} store={store} choice={choiceOf(waiver)} />
        ))}
      </ul>
      {children}
    </Banner>
  );
}

/** '2 waivers'. */
export const waiverCount = (count: number) => (count === 1 ? '1 waiver' : `${count} waivers`);

function Rejection({
  waiver,
  store,
  choice,
}: {
  waiver: Waiver;
  store: FormStore;
  choice: { isChosen: boolean; toggle: () => void } | undefined;
}) {
  const id = useId();
  const [inData] = formDataProblems([waiver]);
  const text = inData ? describeProblem(store, inData).text : waiver.message;
  const keys = keysOf(inData?.path ?? '');
  return (
    <li className={styles.rejection}>
      {choice ? <input type="checkbox" id={id} checked={choice.isChosen} onChange={choice.toggle} /> : <span>•</span>}
      {choice ? <label htmlFor={id}>{text}</label> : <span>{text}</span>}
      <span className={styles.value}>
        {`Value: ${placeAt(formPlace(store.form), keys).text(valueAtPath(store.rootRow(), keys))}`}
      </span>
    </li>
  );
}
