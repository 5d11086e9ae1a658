package storage

import (
	"testing"

	"dev.scalelab/cluster/internal/control"
)

func newClaim(uid, class, node, volume string) claim {
	var c claim
	c.Metadata = metadata{Name: "data", Namespace: "default", UID: uid, Annotations: map[string]string{selectedNode: node}}
	c.Spec.StorageClassName = class
	c.Spec.VolumeName = volume
	return c
}

func TestAVolumeIsMadeForAClaimThatHasANodeAndNoVolume(t *testing.T) {
	claims := []claim{
		newClaim("wanted", control.StorageClass, "node-app", ""),
		newClaim("no-node-yet", control.StorageClass, "", ""),
		newClaim("bound", control.StorageClass, "node-app", "pvc-bound"),
		newClaim("another-class", "other", "node-app", ""),
		newClaim("made-already", control.StorageClass, "node-app", ""),
	}
	made := volume{Metadata: metadata{Name: "pvc-made-already"}}
	got := missing(claims, []volume{made})
	if len(got) != 1 || got[0].Metadata.UID != "wanted" {
		t.Errorf("got %+v", got)
	}
}

func TestOnlyOwnReleasedVolumesAreRemoved(t *testing.T) {
	newVolume := func(name, phase, policy, by string) volume {
		var v volume
		v.Metadata = metadata{Name: name, Annotations: map[string]string{provisioned: by}}
		v.Status.Phase = phase
		v.Spec.ReclaimPolicy = policy
		return v
	}
	got := unused([]volume{
		newVolume("removed", "Released", "Delete", control.Provisioner),
		newVolume("in-use", "Bound", "Delete", control.Provisioner),
		newVolume("kept", "Released", "Retain", control.Provisioner),
		newVolume("someone-elses", "Released", "Delete", "other"),
	})
	if len(got) != 1 || got[0].Metadata.Name != "removed" {
		t.Errorf("got %+v", got)
	}
}
