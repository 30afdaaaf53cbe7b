export declare function metricNamesIn(text: string): string[];
