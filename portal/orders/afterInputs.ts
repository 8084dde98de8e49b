// What every order page loads after its inputs, as one file.

export { OrderLines } from './lines/OrderLines.tsx';
export { OrderActions } from './OrderActions.tsx';
export { OrderFacts } from './OrderFacts.tsx';
export { OrderOutline } from './OrderOutline.tsx';
export { OrderProblems } from './OrderProblems.tsx';
export { PreviousNextOrder } from './PreviousNextOrder.tsx';
export { SecondaryActions } from './SecondaryActions.tsx';
export { StoredChanges } from './StoredChanges.tsx';
export { Timeline } from './Timeline.tsx';
