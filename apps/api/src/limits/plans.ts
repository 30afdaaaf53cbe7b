/** What each plan may do; the numbers are shared with the delivery saga, whose payloads carry them. */
export { limitsOf, type PlanLimits } from '@libs/persistence';
