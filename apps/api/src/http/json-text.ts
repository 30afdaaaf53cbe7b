/** How answers carry payloads; webhook events carry them the same way. */
export { JsonText, jsonOf, jsonText, shownPayload } from '@libs/execution';
