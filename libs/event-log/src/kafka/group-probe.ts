/**
 * Watches the requests of one consumer where they leave kafkajs, and lets its fetches name only what changed. Its events tell neither the generation nor when a request was
 * sent, and FETCH fires for failed fetches too; the cluster object that it hands to an assigner (public API) has all of it.
 */
import type { Broker, Cluster } from 'kafkajs';
import {
  incrementalFetch,
  type FetchingBroker,
  type FetchRequest,
  type FetchResponse,
} from './incremental-fetch.js';
import type { OwnAppends } from './own-appends.js';
import { OwnFirstFetch } from './own-first-fetch.js';

interface MemberRequest {
  readonly memberId: string;
  /** Of a heartbeat. */
  readonly groupGenerationId?: number;
  /** Of a sync. */
  readonly generationId?: number;
}

/** The calls that are watched; kafkajs' published Broker type leaves most of them out. */
export interface GroupBroker extends FetchingBroker {
  isConnected(): boolean;
  joinGroup(request: MemberRequest): Promise<unknown>;
  syncGroup(request: MemberRequest): Promise<unknown>;
  heartbeat(request: MemberRequest): Promise<unknown>;
  leaveGroup(request: { readonly groupId: string; readonly memberId: string }): Promise<unknown>;
}

/** Times are performance.now() just before the request was handed over. */
export interface GroupObserver {
  onJoinSent(): void;
  /** Or its sync: perhaps the group has gone on to another generation, perhaps it never heard of it. */
  onJoinFailed(): void;
  onLeaveSent(): void;
  onSynced(memberId: string, generation: number, sentAtMs: number): void;
  onHeartbeat(generation: number, sentAtMs: number): void;
  onFetchSent(request: FetchRequest): void;
  onFetched(response: FetchResponse): void;
}

export function groupBroker(broker: Broker): GroupBroker {
  return broker as unknown as GroupBroker;
}

/** @param own null: everything is fetched */
export function observeGroup(
  cluster: Cluster,
  observer: GroupObserver,
  own: OwnAppends | null,
): void {
  const observed = new WeakSet<Broker>();
  const findBroker = cluster.findBroker.bind(cluster);
  // Everything, the coordinator too, is found through this one method.
  cluster.findBroker = async (node) => {
    const broker = await findBroker(node);
    if (!observed.has(broker)) {
      observed.add(broker);
      observeBroker(groupBroker(broker), observer, own);
    }
    return broker;
  };
}

function observeBroker(broker: GroupBroker, observer: GroupObserver, own: OwnAppends | null): void {
  const ask = incrementalFetch(broker);
  const ownFirst = own === null ? { fetch: ask } : new OwnFirstFetch(own, ask);
  const leaveGroup = broker.leaveGroup.bind(broker);
  const joinGroup = broker.joinGroup.bind(broker);
  const syncGroup = broker.syncGroup.bind(broker);
  const heartbeat = broker.heartbeat.bind(broker);
  broker.fetch = async (request) => {
    observer.onFetchSent(request);
    const response = await ownFirst.fetch(request);
    observer.onFetched(response);
    return response;
  };
  broker.leaveGroup = (request) => {
    observer.onLeaveSent();
    return leaveGroup(request);
  };
  const joining = async <T>(step: Promise<T>): Promise<T> => {
    try {
      return await step;
    } catch (error) {
      observer.onJoinFailed();
      throw error;
    }
  };
  broker.joinGroup = (request) => {
    observer.onJoinSent();
    return joining(joinGroup(request));
  };
  broker.syncGroup = async (request) => {
    const sentAtMs = performance.now();
    const response = await joining(syncGroup(request));
    observer.onSynced(request.memberId, request.generationId ?? -1, sentAtMs);
    return response;
  };
  broker.heartbeat = async (request) => {
    const sentAtMs = performance.now();
    const response = await heartbeat(request);
    observer.onHeartbeat(request.groupGenerationId ?? -1, sentAtMs);
    return response;
  };
}
