/** Of the release that built this page. The build replaces it. */
declare const FLOWLEDGER_VERSION: string;
