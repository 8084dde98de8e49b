// What every order page loads after its inputs, as one file.

export { AdditionalFields } from './editing/AdditionalFields.tsx';
export { OrderSaveError, RulesLoadError } from './editing/OrderErrors.tsx';
export { orderPost } from './editing/orderPost.ts';
export { Timeline } from './history/Timeline.tsx';
export { OrderActions } from './lifecycle/OrderActions.tsx';
export { SecondaryActions } from './lifecycle/SecondaryActions.tsx';
export { OrderLines } from './lines/OrderLines.tsx';
export { OrderFacts } from './OrderFacts.tsx';
export { PreviousNextOrder } from './PreviousNextOrder.tsx';
export { OrderOutline } from './problems/OrderOutline.tsx';
export { OrderProblems } from './problems/OrderProblems.tsx';
export { StoredChanges } from './unsaved-changes/StoredChanges.tsx';
