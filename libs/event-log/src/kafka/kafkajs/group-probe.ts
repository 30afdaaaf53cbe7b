/**
 * Observes one consumer's requests as they leave kafkajs, and makes its fetches incremental.
 * kafkajs' events tell neither the generation nor when a request was sent, and FETCH also fires for
 * failed fetches. The cluster object that kafkajs passes to an assigner (public API) has all of
 * this.
 */
import type { Broker, Cluster } from 'kafkajs';
import {
  incrementalFetch,
  type FetchingBroker,
  type FetchRequest,
  type FetchResponse,
} from './incremental-fetch.js';
import type { OwnAppends } from '../append/own-appends.js';
import { isUnknownMember } from '../client/kafka-errors.js';
import { OwnFirstFetch } from '../consume/own-first-fetch.js';

interface MemberRequest {
  readonly memberId: string;
  /** Set in heartbeats. */
  readonly groupGenerationId?: number;
  /** Set in syncs. */
  readonly generationId?: number;
}

/** The observed calls; kafkajs' published Broker type leaves most of them out. */
export interface GroupBroker extends FetchingBroker {
  isConnected(): boolean;
  joinGroup(request: MemberRequest): Promise<unknown>;
  syncGroup(request: MemberRequest): Promise<unknown>;
  heartbeat(request: MemberRequest): Promise<unknown>;
  leaveGroup(request: { readonly groupId: string; readonly memberId: string }): Promise<unknown>;
}

/** Times are performance.now() just before the request was sent. */
export interface GroupObserver {
  onJoinSent(): void;
  /** A join or its sync failed: the group may have a new generation or never have heard of it. */
  onJoinFailed(): void;
  /** The group has removed this member; kafkajs forgets its id and joins. */
  onRemoved(): void;
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
  // Every broker, the coordinator included, is found through this one method.
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
    const response = await heartbeat(request).catch((error: unknown) => {
      if (isUnknownMember(error)) observer.onRemoved();
      throw error;
    });
    observer.onHeartbeat(request.groupGenerationId ?? -1, sentAtMs);
    return response;
  };
}
