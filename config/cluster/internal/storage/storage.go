// Package storage creates a volume for each claim of the default StorageClass: a folder on the machine's disk.
package storage

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"dev.scalelab/cluster/internal/control"
	"dev.scalelab/cluster/internal/kubeapi"
)

const (
	claimsPath   = "/api/v1/persistentvolumeclaims"
	volumesPath  = "/api/v1/persistentvolumes"
	selectedNode = "volume.kubernetes.io/selected-node"
	provisioned  = "pv.kubernetes.io/provisioned-by"
)

// resync is the interval at which everything is checked even without events.
const resync = 30 * time.Second

type metadata struct {
	Name        string            `json:"name"`
	Namespace   string            `json:"namespace"`
	UID         string            `json:"uid"`
	Annotations map[string]string `json:"annotations"`
}

type claim struct {
	Metadata metadata `json:"metadata"`
	Spec     struct {
		StorageClassName string   `json:"storageClassName"`
		VolumeName       string   `json:"volumeName"`
		AccessModes      []string `json:"accessModes"`
		Resources        struct {
			Requests map[string]string `json:"requests"`
		} `json:"resources"`
	} `json:"spec"`
}

type volume struct {
	Metadata metadata `json:"metadata"`
	Spec     struct {
		ReclaimPolicy string `json:"persistentVolumeReclaimPolicy"`
		HostPath      struct {
			Path string `json:"path"`
		} `json:"hostPath"`
	} `json:"spec"`
	Status struct {
		Phase string `json:"phase"`
	} `json:"status"`
}

type list[T any] struct {
	Items []T `json:"items"`
}

// Run creates and removes volumes under folder until ctx ends.
func Run(ctx context.Context, api *kubeapi.Client, folder string) {
	changed := make(chan struct{}, 1)
	wake := func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	for _, path := range []string{claimsPath, volumesPath} {
		go func() {
			for ctx.Err() == nil {
				if err := api.Watch(ctx, path, wake); err != nil {
					time.Sleep(time.Second) // the server ends watches from time to time, or is not running yet
				}
			}
		}()
	}
	for ctx.Err() == nil {
		if err := reconcile(ctx, api, folder); err != nil {
			log.Printf("retrying within %s: %v", resync, err)
		}
		select {
		case <-changed:
		case <-time.After(resync):
		case <-ctx.Done():
		}
	}
}

func reconcile(ctx context.Context, api *kubeapi.Client, folder string) error {
	var claims list[claim]
	if err := api.Get(ctx, claimsPath, &claims); err != nil {
		return err
	}
	var volumes list[volume]
	if err := api.Get(ctx, volumesPath, &volumes); err != nil {
		return err
	}
	for _, wanted := range missing(claims.Items, volumes.Items) {
		path := filepath.Join(folder, wanted.Metadata.Namespace+"-"+wanted.Metadata.Name+"-"+wanted.Metadata.UID)
		// Writable for all: the pods of restricted namespaces run as users that the machine does not have.
		if err := os.MkdirAll(path, 0o777); err != nil {
			return err
		}
		if err := os.Chmod(path, 0o777); err != nil {
			return err
		}
		if err := api.Create(ctx, volumesPath, describe(wanted, path)); err != nil {
			return err
		}
		log.Printf("created %s for %s/%s on %s", path, wanted.Metadata.Namespace, wanted.Metadata.Name, wanted.Metadata.Annotations[selectedNode])
	}
	for _, released := range unused(volumes.Items) {
		path := released.Spec.HostPath.Path
		if filepath.Dir(path) != folder {
			return fmt.Errorf("volume %s is at %s, outside %s: not removed", released.Metadata.Name, path, folder)
		}
		if err := os.RemoveAll(path); err != nil {
			return err
		}
		if err := api.Delete(ctx, volumesPath+"/"+released.Metadata.Name); err != nil {
			return err
		}
		log.Printf("removed %s", path)
	}
	return nil
}

// missing returns the claims for which the scheduler has chosen a node and that have no volume yet.
func missing(claims []claim, volumes []volume) []claim {
	there := map[string]bool{}
	for _, existing := range volumes {
		there[existing.Metadata.Name] = true
	}
	var wanted []claim
	for _, candidate := range claims {
		if candidate.Spec.StorageClassName == control.StorageClass && candidate.Spec.VolumeName == "" &&
			candidate.Metadata.Annotations[selectedNode] != "" && !there[volumeName(candidate)] {
			wanted = append(wanted, candidate)
		}
	}
	return wanted
}

// unused returns the volumes of this provisioner whose claims were deleted.
func unused(volumes []volume) []volume {
	var released []volume
	for _, candidate := range volumes {
		if candidate.Status.Phase == "Released" && candidate.Spec.ReclaimPolicy == "Delete" &&
			candidate.Metadata.Annotations[provisioned] == control.Provisioner {
			released = append(released, candidate)
		}
	}
	return released
}

func volumeName(of claim) string { return "pvc-" + of.Metadata.UID }

func describe(of claim, path string) map[string]any {
	return map[string]any{
		"apiVersion": "v1", "kind": "PersistentVolume",
		"metadata": map[string]any{"name": volumeName(of), "annotations": map[string]any{provisioned: control.Provisioner}},
		"spec": map[string]any{
			"storageClassName": control.StorageClass, "persistentVolumeReclaimPolicy": "Delete",
			"accessModes": of.Spec.AccessModes, "capacity": map[string]any{"storage": of.Spec.Resources.Requests["storage"]},
			"hostPath": map[string]any{"path": path, "type": "Directory"},
			"claimRef": map[string]any{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "name": of.Metadata.Name,
				"namespace": of.Metadata.Namespace, "uid": of.Metadata.UID},
			"nodeAffinity": map[string]any{"required": map[string]any{"nodeSelectorTerms": []any{map[string]any{
				"matchExpressions": []any{map[string]any{"key": "kubernetes.io/hostname", "operator": "In",
					"values": []string{of.Metadata.Annotations[selectedNode]}}},
			}}}},
		},
	}
}
